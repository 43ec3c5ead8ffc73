//! What a character is: white space, a quote, punctuation in other clothes.

/// The four characters that JSON calls white space.
#[inline]
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// White space that JSON does not know (R026), and characters that show nothing.
pub(crate) fn is_blank(c: char) -> bool {
    match c {
        '\u{0b}' | '\u{0c}' | '\u{1e}' | '\u{85}' | '\u{a0}' => true,
        c if c.is_ascii() => false,
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{180e}' => true,
        c => c.is_whitespace(),
    }
}

/// What takes the place of a run of blanks: a space where its first character has a width.
pub(crate) fn blank_substitute(c: char) -> &'static str {
    if c.is_whitespace() { " " } else { "" }
}

/// Characters that order text from right to left or show nothing: a key with one is not what it
/// looks like.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{61c}')
}

/// The ASCII punctuation that a full-width, ideographic or Arabic form stands for.
pub(crate) fn plain_punctuation(c: char) -> Option<&'static str> {
    Some(match c {
        '，' | '、' | '،' => ",",
        '：' => ":",
        '；' => ";",
        '｛' => "{",
        '｝' => "}",
        '［' | '【' => "[",
        '］' | '】' => "]",
        _ => return None,
    })
}

/// The ASCII punctuation that `c` is or stands for; any other character itself.
#[inline]
pub(crate) fn plain(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    plain_punctuation(c).and_then(|text| text.chars().next()).unwrap_or(c)
}

/// Whether `c` may stand in an identifier.
pub(crate) fn is_identifier(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// How a string is delimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Delimiter {
    /// `"…"`, the only one JSON knows.
    #[default]
    Double,
    /// `'…'`
    Single,
    /// `` `…` ``
    Backtick,
    /// `´…´`
    Acute,
    /// `＂…＂`
    WideDouble,
    /// `＇…＇`
    WideSingle,
    /// `“…”`, `„…“` and their kin
    CurlyDouble,
    /// `‘…’`, `‚…‘` and their kin
    CurlySingle,
    /// `«…»`
    Guillemet,
    /// `\"…\"`: the document is one level of escaping too deep
    Escaped,
    /// `&quot;…&quot;`
    EntityDouble,
    /// `&#39;…&#39;`
    EntitySingle,
    /// No delimiter: the end is known beforehand
    Bare,
}

/// How a character closes a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closes {
    /// It is the other half of the opening one.
    Fits,
    /// It is a plain quote where a curly one opened.
    Mismatched,
}

impl Delimiter {
    /// The delimiter that `c` opens.
    pub(crate) fn opened_by(c: char) -> Option<Delimiter> {
        Some(match c {
            '"' => Delimiter::Double,
            '\'' => Delimiter::Single,
            '`' => Delimiter::Backtick,
            '´' => Delimiter::Acute,
            '＂' => Delimiter::WideDouble,
            '＇' => Delimiter::WideSingle,
            '“' | '”' | '„' | '‟' => Delimiter::CurlyDouble,
            '‘' | '’' | '‚' | '‛' => Delimiter::CurlySingle,
            '«' => Delimiter::Guillemet,
            _ => return None,
        })
    }

    /// Whether and how `c` closes it. Escapes and entities are more than a character: not here.
    pub(crate) fn closed_by(self, c: char) -> Option<Closes> {
        let fits = match self {
            Delimiter::Double => c == '"',
            Delimiter::Single => c == '\'',
            Delimiter::Backtick => c == '`',
            Delimiter::Acute => c == '´',
            Delimiter::WideDouble => c == '＂',
            Delimiter::WideSingle => c == '＇',
            Delimiter::CurlyDouble => matches!(c, '”' | '“' | '‟'),
            Delimiter::CurlySingle => matches!(c, '’' | '‘' | '‛'),
            Delimiter::Guillemet => c == '»',
            Delimiter::Escaped
            | Delimiter::EntityDouble
            | Delimiter::EntitySingle
            | Delimiter::Bare => false,
        };
        let mismatched = match self {
            Delimiter::CurlyDouble | Delimiter::Escaped | Delimiter::EntityDouble => c == '"',
            Delimiter::CurlySingle | Delimiter::EntitySingle => c == '\'',
            _ => false,
        };
        match (fits, mismatched) {
            (true, _) => Some(Closes::Fits),
            (false, true) => Some(Closes::Mismatched),
            (false, false) => None,
        }
    }
}

/// Whether `c` is a quote of any kind, opening or closing.
pub(crate) fn is_quote(c: char) -> bool {
    c == '»' || Delimiter::opened_by(c).is_some()
}

impl Delimiter {
    /// How what may end its strings begins, or what is more than text in them, beside the bytes that no
    /// string can hold as they are.
    pub(crate) fn leads(self) -> [u8; 2] {
        match self {
            Delimiter::Double | Delimiter::Escaped | Delimiter::Bare => [b'"'; 2],
            Delimiter::Single => [b'\''; 2],
            Delimiter::Backtick => [b'`', b'$'],
            Delimiter::Acute | Delimiter::Guillemet => [0xc2; 2],
            Delimiter::WideDouble | Delimiter::WideSingle => [0xef; 2],
            Delimiter::CurlyDouble => [0xe2; 2],
            Delimiter::CurlySingle => [0xe2, b'\''],
            Delimiter::EntityDouble => [b'&'; 2],
            Delimiter::EntitySingle => [b'&', b'\''],
        }
    }

    /// Whether it is written as an entity.
    pub(crate) fn is_entity(self) -> bool {
        matches!(self, Delimiter::EntityDouble | Delimiter::EntitySingle)
    }

    /// Whether an entity that stands for `c` closes it.
    pub(crate) fn closed_by_entity(self, c: char) -> bool {
        matches!((self, c), (Delimiter::EntityDouble, '"') | (Delimiter::EntitySingle, '\''))
    }
}
