//! The statuses of HTTP: which answers a request, and which follows from the code of an error.

use crate::error::Code;

/// A status.
#[derive(Debug)]
pub struct Status {
    /// Its number.
    pub number: u16,
    /// What it says of a request.
    pub about: &'static str,
    /// The errors of methods that are answered with it.
    pub codes: &'static [Code],
}

/// Every status that is answered with.
pub static STATUSES: &[Status] = &[
    plain(200, "the result"),
    plain(202, "a notification was taken"),
    plain(204, "what another page may ask"),
    Status {
        number: 400,
        about: "the request or the schema is wrong",
        codes: &[Code::E050, Code::E060, Code::E071],
    },
    plain(401, "the token is missing or wrong"),
    plain(403, "the host or the page that asks is not permitted"),
    plain(404, "there is nothing at this path"),
    plain(405, "the path takes another method of HTTP"),
    plain(406, "the answer would be of a kind that is not accepted"),
    plain(408, "the request did not come in time"),
    plain(413, "the body is too long"),
    plain(415, "the body is not said to be JSON"),
    Status { number: OTHERS, about: "the text cannot be repaired, or is refused", codes: &[] },
    Status { number: 500, about: "an internal error", codes: &[Code::E099] },
    plain(501, "the method needs a stream, as over stdio"),
    plain(503, "the answer took too long"),
];

/// What answers the errors that no row names.
const OTHERS: u16 = 422;

const fn plain(number: u16, about: &'static str) -> Status {
    Status { number, about, codes: &[] }
}

/// The number of the status that answers an error of a method.
#[must_use]
pub fn of(code: Code) -> u16 {
    let row = STATUSES.iter().find(|row| row.codes.contains(&code));
    row.map_or(OTHERS, |row| row.number)
}

/// What a status says of a request.
#[must_use]
pub fn about(number: u16) -> &'static str {
    STATUSES.iter().find(|row| row.number == number).map_or("", |row| row.about)
}
