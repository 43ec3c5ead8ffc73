//! Strict JSON: the grammar of RFC 8259 as one table. Where it has no step, `recover` answers.

use crate::event::{Container, Role};

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Expect {
    /// Behind `{`: a key, or the end.
    FirstKey,
    /// Behind a comma in an object: a key.
    Key,
    /// Behind a key: a colon.
    Colon,
    /// Behind a colon, and at the root: a value.
    #[default]
    Value,
    /// Behind `[`: a value, or the end.
    FirstElement,
    /// Behind a comma in an array: a value.
    Element,
    /// Behind a value: a comma, or the end.
    Comma,
}

/// What a token begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    OpenObject,
    CloseObject,
    OpenArray,
    CloseArray,
    Comma,
    Colon,
    /// Any kind of quote; only `"` is strict, which is the string's own business.
    Quote,
    /// Whatever else a value or key may begin with: a number, a literal, a word.
    Word,
    // Strict JSON knows none of the following.
    OpenParen,
    CloseParen,
    /// `=`, `=>`.
    Equals,
    Semicolon,
    /// `...`, `…`.
    Ellipsis,
    /// A Markdown fence, or what else ends around the document: its tag, a token of a chat template.
    Fence,
    /// Punctuation that begins nothing.
    Stray,
}

/// What a strict token does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Open(Container),
    Close,
    Comma,
    Colon,
    String(Role),
    /// A number or one of `true`, `false`, `null`; what is neither is a bare value.
    Scalar,
}

/// RFC 8259, sections 4 and 5: what `class` does where `expect` stands in `container`.
#[inline]
pub(crate) fn step(expect: Expect, class: Class, container: Option<Container>) -> Option<Step> {
    use Container::{Array, Object};
    use Expect as E;
    Some(match (expect, class) {
        (E::Value | E::FirstElement | E::Element, Class::OpenObject) => Step::Open(Object),
        (E::Value | E::FirstElement | E::Element, Class::OpenArray) => Step::Open(Array),
        (E::Value | E::FirstElement | E::Element, Class::Quote) => Step::String(Role::Value),
        (E::Value | E::FirstElement | E::Element, Class::Word) => Step::Scalar,
        (E::FirstKey | E::Key, Class::Quote) => Step::String(Role::Key),
        (E::Colon, Class::Colon) => Step::Colon,
        (E::Comma, Class::Comma) if container.is_some() => Step::Comma,
        (E::FirstKey, Class::CloseObject) => Step::Close,
        (E::FirstElement, Class::CloseArray) if container == Some(Array) => Step::Close,
        (E::Comma, Class::CloseObject) if container == Some(Object) => Step::Close,
        (E::Comma, Class::CloseArray) if container == Some(Array) => Step::Close,
        _ => return None,
    })
}
