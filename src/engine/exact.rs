//! Whether a double holds a number as it is written.

/// Any decimal of so many digits comes back from a double.
const ALWAYS: usize = 15;

/// Whether a double keeps all digits of a JSON number: written with as many, it is the same again.
pub(crate) fn is_exact(text: &str) -> bool {
    at_a_glance(text.as_bytes()).unwrap_or_else(|| comes_back(text))
}

/// The same by definition.
#[cold]
fn comes_back(text: &str) -> bool {
    let (digits, exponent) = significant(text);
    if digits.len() <= ALWAYS && (-300..300).contains(&exponent) || digits.is_empty() {
        return true;
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => {
            significant(&format!("{value:.*e}", digits.len() - 1)) == (digits, exponent)
        }
        _ => false,
    }
}

/// The digits of a number without zeros at either end, and the power of ten of the last.
fn significant(text: &str) -> (String, i64) {
    let text = text.trim_start_matches('-');
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = [whole, fraction].concat();
    let kept = all.trim_end_matches('0');
    let dropped = (all.len() - kept.len()) as i64;
    let exponent = exponent.parse::<i64>().unwrap_or(i64::MAX / 2);
    let last = exponent.saturating_sub(fraction.len() as i64).saturating_add(dropped);
    (kept.trim_start_matches('0').to_owned(), last)
}

/// The most decimal places that can be judged at a glance: as many digits as two words hold.
const PLACES: usize = 16;
const HALF: usize = PLACES / 2;

/// The most digits: an integer of as many has a sign bit to spare.
const DIGITS: usize = 18;

/// Powers of ten, as integers and as the doubles that they are, and of five.
const TENS: [u64; PLACES + 1] = powers(10);
const TENS_AS_DOUBLES: [f64; PLACES + 1] = doubles(TENS);
const FIVES: [u64; PLACES + 1] = powers(5);

const fn powers(base: u64) -> [u64; PLACES + 1] {
    let mut powers = [1; PLACES + 1];
    let mut at = 1;
    while at <= PLACES {
        powers[at] = powers[at - 1] * base;
        at += 1;
    }
    powers
}

const fn doubles(integers: [u64; PLACES + 1]) -> [f64; PLACES + 1] {
    let mut doubles = [0.0; PLACES + 1];
    let mut at = 0;
    while at <= PLACES {
        doubles[at] = integers[at] as f64;
        at += 1;
    }
    doubles
}

/// The answer for integers and for numbers with a point, where whole numbers of a word give it.
#[inline]
fn at_a_glance(text: &[u8]) -> Option<bool> {
    let digit = |b: &u8| u64::from(b & 0x0f);
    let (whole, places) = match text.strip_prefix(b"-").unwrap_or(text) {
        [a, b'.', places @ ..] => (digit(a), places.len()),
        [a, b, b'.', places @ ..] => (digit(a) * 10 + digit(b), places.len()),
        [a, b, c, b'.', places @ ..] => (digit(a) * 100 + digit(b) * 10 + digit(c), places.len()),
        digits => return integer(digits),
    };
    if !(HALF + 1..=PLACES).contains(&places) {
        return None;
    }
    let value = whole * TENS[places] + decimal_places(text, places)?;
    fixed_point(value, places)
}

/// The answer for an integer: doubles of that size are integers too. It comes back if one is nearer
/// than half of the last place that is not zero.
#[cold]
fn integer(digits: &[u8]) -> Option<bool> {
    if digits.len() > DIGITS || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0, |sum, b| sum * 10 + u64::from(b - b'0'));
    let gap = (value as f64 as u64).abs_diff(value);
    if gap == 0 {
        return Some(true);
    }
    let mut place = 1;
    while value.is_multiple_of(place * 10) {
        place *= 10;
    }
    (2 * gap != place).then_some(2 * gap < place)
}

/// The answer for `value / 10^places`: the digits come back if a double is nearer to the number than
/// half of the last place.
#[inline]
fn fixed_point(value: u64, places: usize) -> Option<bool> {
    const MANTISSA: u64 = 1 << 52;
    // Either rounding is half a unit at most, the first of them in a mantissa that may be half as great:
    // the quotient is no more than one and a half units off.
    let bits = (i64::try_from(value).ok()? as f64 / TENS_AS_DOUBLES[places]).to_bits();
    let mantissa = bits % MANTISSA + MANTISSA;
    // A number below a thousand with no more than so many places has an exponent that leaves room for them.
    let shift = 1075 - bits / MANTISSA - places as u64;
    let has_neighbours = (MANTISSA + 4..2 * MANTISSA - 4).contains(&mantissa);
    if !has_neighbours || shift > 60 {
        return None;
    }
    // Both times 10^places and 2^shift are whole. There, doubles are a multiple of 5^places apart, and
    // half of the last decimal place is 2^(shift - 1). The difference is known to be small, so its
    // lowest word is all of it.
    let (unit, half) = (FIVES[places], 1 << (shift - 1));
    let gap = (mantissa.wrapping_mul(unit)).wrapping_sub(value << shift) as i64;
    let gap = gap.unsigned_abs();
    let nearest = gap.min(gap.abs_diff(unit));
    // With zeros at its end the number has fewer digits to come back.
    if nearest < half {
        Some(true)
    } else if nearest > half && !value.is_multiple_of(10) {
        Some(false)
    } else {
        None
    }
}

/// The value of the last `places` bytes of a JSON number, more than half of [`PLACES`], if they are digits.
#[inline]
fn decimal_places(number: &[u8], places: usize) -> Option<u64> {
    const HIGH: u64 = u64::from_le_bytes([0xf0; HALF]);
    let (halves, _) = number.last_chunk::<PLACES>()?.as_chunks();
    let [first, last] = halves else { return None };
    let digits = |half: &[u8; HALF]| u64::from_le_bytes(*half) ^ u64::from_le_bytes([b'0'; HALF]);
    // Those of these bytes that stand before the first decimal place are left out.
    let others = u8::BITS as usize * (PLACES - places);
    let (first, last) = (digits(first) >> others << others, digits(last));
    // What else is in a number, a sign or the letter of an exponent, differs from digits up there.
    ((first | last) & HIGH == 0).then(|| eight_digits(first) * TENS[HALF] + eight_digits(last))
}

/// The value of eight digits, a byte each, the first in the lowest.
#[inline]
fn eight_digits(digits: u64) -> u64 {
    // Neighbours are put together: pairs, then fours, then all eight.
    let pairs = digits.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_exact_if_a_double_gives_its_digits_back() {
        for text in [
            "0",
            "-0",
            "0.10",
            "100",
            "1e21",
            "0e999",
            "9007199254740992",
            "-65.613616999999977",
            "0.1000000000000000055511151231257827",
        ] {
            assert!(is_exact(text), "{text}");
        }
        for text in [
            "9007199254740993",
            "12345678901234567890123",
            "1e400",
            "1e-400",
            "0.123456789012345678901",
            "3.14159265358979323846",
        ] {
            assert!(!is_exact(text), "{text}");
        }
    }

    #[test]
    fn what_is_seen_at_a_glance_is_true() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let (mut exact, mut inexact, mut unsure) = (0, 0, 0);
        for _ in 0..30_000 {
            let size = random(19) as u32;
            let whole = (random(1 << 31) << 31 | random(1 << 31)) % 10_u64.pow(size);
            let value = whole as f64 / (1_u64 << random(40)) as f64;
            let places = random(19) as usize;
            let nudge = ["", "", "1", "5"][random(4) as usize];
            let text = match random(4) {
                0 => format!("{whole}{}", ["", "", "0", "000"][random(4) as usize]),
                _ => format!("-{value:.places$}{nudge}"),
            };
            match at_a_glance(text.as_bytes()) {
                Some(true) => exact += 1,
                Some(false) => inexact += 1,
                None => unsure += 1,
            }
            let judged = at_a_glance(text.as_bytes()).is_none_or(|is| is == comes_back(&text));
            assert!(judged, "{text}");
        }
        assert!(exact > 3000 && inexact > 500, "{exact} exact, {inexact} not, {unsure} unsure");
    }

    #[test]
    fn numbers_that_a_double_prints_are_seen_to_be_exact() {
        let mut seed = 1_u64;
        for _ in 0..10_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let value = 1.0 + (seed >> 11) as f64 / (1_u64 << 53) as f64 * 998.0;
            let text = format!("{value:.*}", 14 + (seed % 2) as usize);
            assert_eq!(at_a_glance(text.as_bytes()), Some(true), "{text}");
        }
    }
}
