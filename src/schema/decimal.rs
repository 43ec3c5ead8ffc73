//! Numbers as JSON writes them, compared digit by digit: no float rounds them.

use std::cmp::Ordering;

/// The most digits of a number whose multiples are known: its square has room in 128 bits.
const MAX_UNIT: usize = 18;

/// A number: ± 0.`digits` × 10^`point`. Equal numbers are equal however they are written.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    text: String,
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// Reads a number in JSON's notation.
    pub(super) fn parse(text: &str) -> Option<Decimal> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        if !is_digits(whole) || whole.len() > 1 && whole.starts_with('0') {
            return None;
        }
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        let zeros = all.len() - digits.len();
        let point = length(whole).saturating_sub(length(&all[..zeros])).saturating_add(exponent);
        let digits = digits.trim_end_matches('0').as_bytes().to_vec();
        let (negative, point) = if digits.is_empty() { (false, 0) } else { (negative, point) };
        Some(Decimal { text: text.to_owned(), negative, digits, point })
    }

    /// The number as it was written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it has no fraction; `1.0` has none.
    pub(super) fn is_whole(&self) -> bool {
        i64::try_from(self.digits.len()).is_ok_and(|digits| digits <= self.point)
    }

    /// The whole number that it is, if that has no more than twenty digits.
    #[cfg(feature = "json-schema")]
    pub(super) fn to_integer(&self) -> Option<i128> {
        let zeros = self.point.checked_sub(i64::try_from(self.digits.len()).ok()?)?;
        let zeros = u32::try_from(zeros).ok().filter(|_| self.point <= 20)?;
        let digits = self.digits.iter().fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'));
        let size = digits * 10_i128.pow(zeros);
        Some(if self.negative { -size } else { size })
    }

    /// Whether it is beyond all numbers of 64 bits, whatever its sign.
    #[cfg(feature = "json-schema")]
    pub(super) fn is_large(&self) -> bool {
        (self.point, self.digits.as_slice()) >= (20, b"18446744073709551616")
    }

    /// Whether another number can be tested for being a multiple of this one.
    pub(super) fn is_unit(&self) -> bool {
        self.sign() > 0 && self.digits.len() <= MAX_UNIT
    }

    /// Whether it is a multiple of a number that [`Decimal::is_unit`].
    pub(super) fn is_multiple_of(&self, unit: &Decimal) -> bool {
        // The last digits are no zeros, so what has more places than the unit is no multiple of it.
        let Ok(places) = u64::try_from(self.exponent().saturating_sub(unit.exponent())) else {
            return self.digits.is_empty();
        };
        let divisor = unit.digits.iter().fold(0, |sum, digit| sum * 10 + u128::from(digit - b'0'));
        if divisor == 0 {
            return false;
        }
        let next = |rest: u128, digit: &u8| (rest * 10 + u128::from(digit - b'0')) % divisor;
        let rest = self.digits.iter().fold(0, next);
        (rest * power_of_ten(places, divisor)).is_multiple_of(divisor)
    }

    /// The power of ten that its last digit counts.
    fn exponent(&self) -> i64 {
        self.point.saturating_sub(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
        let size = if self.negative { size.reverse() } else { size };
        self.sign().cmp(&other.sign()).then(size)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Decimal {}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// An exponent; one that no number of digits can make up for is as large as can be.
fn read_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if !is_digits(digits) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX / 2).min(i64::MAX / 2);
    Some(if negative { -size } else { size })
}

/// 10^`exponent` modulo `divisor`.
fn power_of_ten(mut exponent: u64, divisor: u128) -> u128 {
    let (mut power, mut square) = (1 % divisor, 10 % divisor);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % divisor;
        }
        square = square * square % divisor;
        exponent >>= 1;
    }
    power
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| unreachable!("{text} is a number"))
    }

    #[test]
    fn numbers_compare_by_value_however_they_are_written() {
        // Ascending; what stands in one row is equal.
        let rows: &[&[&str]] = &[
            &["-1e99999999999999999999999"],
            &["-1e2", "-100", "-100.000"],
            &["-99.9"],
            &["-0.001", "-1e-3"],
            &["0", "-0", "0.00", "0e5", "-0e99999999999999999999"],
            &["1e-99999999999999999999999"],
            &["0.1", "1e-1", "0.10", "100e-3"],
            &["0.1000000000000000000000000001"],
            &["9007199254740992"],
            &["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
            &["1e400", "10E+399"],
        ];
        for (place, row) in rows.iter().enumerate() {
            for (other, column) in rows.iter().enumerate() {
                for (a, b) in row.iter().flat_map(|a| column.iter().map(move |b| (a, b))) {
                    assert_eq!(number(a).cmp(&number(b)), place.cmp(&other), "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn a_number_is_whole_if_its_value_is() {
        for text in ["0", "-0.0", "1", "1.0", "10e-1", "1.5e1", "1e400", "123456789012345678901"] {
            assert!(number(text).is_whole(), "{text}");
        }
        for text in ["0.5", "1.5", "1e-1", "15e-1", "1e-400", "123456789012345678901.1"] {
            assert!(!number(text).is_whole(), "{text}");
        }
    }

    #[test]
    fn multiples_are_exact_however_large_or_small() {
        for (value, unit, is_multiple) in [
            ("0", "7", true),
            ("-0.0", "0.1", true),
            ("1.1", "0.1", true),
            ("0.3", "0.1", true),
            ("0.30000000000000000001", "0.1", false),
            ("-4.5", "1.5", true),
            ("9007199254740993", "2", false),
            ("9007199254740994", "2", true),
            ("100000000000000000000000000001", "3", false),
            ("100000000000000000000000000002", "3", true),
            ("1e400", "7e-3", false),
            ("7e400", "7e-3", true),
            ("1e9000000000000000000", "64", true),
            ("1e-400", "1e-400", true),
            ("1e-401", "1e-400", false),
            ("12.5", "1e1", false),
            ("1e999999999999999999999", "1e-99999999999999999999", true),
        ] {
            assert!(number(unit).is_unit(), "{unit}");
            assert_eq!(number(value).is_multiple_of(&number(unit)), is_multiple, "{value} {unit}");
        }
        for text in ["0", "-1", "1234567890123456789"] {
            assert!(!number(text).is_unit(), "{text}");
        }
    }

    #[test]
    #[cfg(feature = "json-schema")]
    fn a_number_is_large_beyond_64_bits() {
        for text in ["18446744073709551616", "-1.8446744073709552e19", "2e19", "1e400"] {
            assert!(number(text).is_large(), "{text}");
        }
        for text in ["0", "18446744073709551615.5", "-1e19", "9e18", "1e-400"] {
            assert!(!number(text).is_large(), "{text}");
        }
    }

    #[test]
    fn what_json_does_not_call_a_number_is_none() {
        for text in ["", "-", "+1", "01", ".5", "1.", "1e", "1e+", "0x1", "1 ", "NaN", "1.e1", "١"]
        {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }
}
