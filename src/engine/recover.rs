//! Recovery: where strict JSON has no step, what is done instead, as one table.

use super::grammar::{Class, Expect};
use crate::event::Container;

/// What is done at a fault. The rules each may record stand beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recovery {
    /// R004: a comma with nothing before it.
    DropComma,
    /// R005: what stands for a colon, a missing or a doubled one.
    Colon,
    /// R006: a value where a comma is due.
    InsertComma,
    /// R006: a semicolon for a comma.
    Semicolon,
    /// R008: a member without a value.
    FillNull,
    /// R007, R023: a closer of another kind.
    Closer,
    /// R002: a key without quotes, or a word before a key (R032).
    BareKey,
    /// R003: a value without quotes, and whatever it turns out to be.
    BareValue,
    /// R025, R028: parentheses.
    Paren,
    /// R025: further arguments of a call.
    MoreArguments,
    /// R020.
    Ellipsis,
    /// R032: a second colon, and the value behind it.
    SecondColon,
    /// R032: a colon before a key.
    LoneColon,
    /// R032, R023 or R007: a brace where a key is due.
    Brace,
    /// R007: the fence or the tag ends, the document has not.
    Fence,
    /// R032: what means nothing here.
    DropStray,
    /// E003.
    Refuse,
}

/// What to do with `class` where `expect` stands in `container` and the grammar has no step.
#[cold]
pub(crate) fn recovery(expect: Expect, class: Class, container: Option<Container>) -> Recovery {
    use Recovery as R;
    let object = container == Some(Container::Object);
    match (expect, class) {
        (_, Class::CloseObject | Class::CloseArray | Class::CloseParen) => R::Closer,
        (_, Class::Fence) => R::Fence,

        (Expect::FirstKey | Expect::Key, Class::Comma | Class::Semicolon) => R::DropComma,
        (Expect::FirstKey | Expect::Key, Class::Colon) => R::LoneColon,
        (Expect::FirstKey | Expect::Key, Class::OpenObject) => R::Brace,
        (Expect::FirstKey | Expect::Key, Class::OpenArray | Class::OpenParen) => R::Refuse,
        (Expect::FirstKey | Expect::Key, Class::Word) => R::BareKey,

        (Expect::Colon, Class::Comma | Class::Semicolon | Class::Ellipsis) => R::FillNull,
        (Expect::Colon, Class::Stray) => R::DropStray,
        (Expect::Colon, _) => R::Colon,

        (Expect::Value, Class::Comma | Class::Semicolon) => R::FillNull,
        (Expect::Value, Class::Colon | Class::Equals) => R::Colon,

        (Expect::FirstElement | Expect::Element, Class::Comma | Class::Semicolon) => R::DropComma,

        (Expect::Comma, Class::Colon | Class::Equals) => R::SecondColon,
        (Expect::Comma, Class::Comma | Class::Semicolon) if container.is_none() => R::MoreArguments,
        (Expect::Comma, Class::Semicolon) => R::Semicolon,
        (Expect::Comma, Class::OpenArray | Class::OpenParen) if object => R::Refuse,
        (Expect::Comma, Class::OpenObject) if object => R::Brace,
        (Expect::Comma, Class::Word) if object => R::BareKey,
        (
            Expect::Comma,
            Class::Quote | Class::Word | Class::OpenObject | Class::OpenArray | Class::OpenParen,
        ) => R::InsertComma,

        (_, Class::Ellipsis) => R::Ellipsis,
        (Expect::Value | Expect::FirstElement | Expect::Element, Class::OpenParen) => R::Paren,
        (Expect::Value | Expect::FirstElement | Expect::Element, Class::Word) => R::BareValue,
        _ => R::DropStray,
    }
}
