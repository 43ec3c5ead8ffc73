//! Numbers as `serde_json` holds them, and whether that is what was written.

use crate::schema::decimal::Decimal;
use serde_json::Number;

/// From here on a double that is whole may stand for its neighbours.
const LARGE: f64 = 9_007_199_254_740_992.0;

/// The nearest number that can be held, and whether it compares with all others as the one that was
/// written does: a whole number of 64 bits, or one that a double gives back as it was written.
pub(super) fn number(text: &str) -> (Number, bool) {
    if let Ok(number) = text.parse::<u64>() {
        return (Number::from(number), true);
    }
    if let Ok(number) = text.parse::<i64>() {
        return (Number::from(number), true);
    }
    let Some(decimal) = Decimal::parse(text) else { return (Number::from(0), false) };
    let double = text.parse().unwrap_or(0.0_f64).clamp(f64::MIN, f64::MAX);
    if double.abs() >= LARGE {
        let whole = decimal.to_integer().and_then(whole);
        let is_exact = whole.is_some();
        return (whole.or_else(|| Number::from_f64(double)).unwrap_or_else(|| 0.into()), is_exact);
    }
    let is_exact = Decimal::parse(&double.to_string()).is_some_and(|same| same == decimal);
    (Number::from_f64(double).unwrap_or_else(|| 0.into()), is_exact)
}

fn whole(number: i128) -> Option<Number> {
    u64::try_from(number)
        .map(Number::from)
        .or_else(|_| i64::try_from(number).map(Number::from))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_what_was_written_or_is_known_not_to_be() {
        for (text, held, is_exact) in [
            ("0", "0", true),
            ("-0", "0", true),
            ("1.0", "1.0", true),
            ("1.50e0", "1.5", true),
            ("0.1", "0.1", true),
            ("18446744073709551615", "18446744073709551615", true),
            ("-9223372036854775808", "-9223372036854775808", true),
            ("9007199254740993.0", "9007199254740993", true),
            ("2.273439352503641e16", "22734393525036410", true),
            ("1e18", "1000000000000000000", true),
            ("1e-7", "1e-7", true),
            ("18446744073709551616", "1.8446744073709552e+19", false),
            ("1e29", "1e+29", false),
            ("9007199254740993.5", "9007199254740994.0", false),
            ("1.0000000000000000000001", "1.0", false),
            ("1e-400", "0.0", false),
            ("1e400", "1.7976931348623157e+308", false),
        ] {
            let (number, exact) = number(text);
            assert_eq!((number.to_string().as_str(), exact), (held, is_exact), "{text}");
        }
    }
}
