//! Whether a double holds a number as it is written.

/// Any decimal of so many digits comes back from a double.
const ALWAYS: usize = 15;

/// Whether a double keeps all digits of the number: written with as many, it is the same again.
pub(crate) fn is_exact(text: &str) -> bool {
    is_near_a_double(text.as_bytes()) || comes_back(text)
}

/// The same by definition.
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

/// Powers of ten that a double holds.
const POWERS: [f64; 17] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16];

/// Whether some double is nearer to a number of up to 16 decimal places than half of the last of
/// them: then its digits come back. Takes no look at numbers of other forms; a `false` says nothing.
fn is_near_a_double(text: &[u8]) -> bool {
    const MANTISSA: u64 = 1 << 52;
    let Some((digits, places)) = fixed_point(text) else { return false };
    // The number is digits / 10^places. The quotient is at most two units off the nearest double.
    let bits = (digits as f64 / POWERS[places]).to_bits();
    let mantissa = bits % MANTISSA + MANTISSA;
    let shift = 1075 - (bits / MANTISSA) as i64 - places as i64;
    let has_neighbours = (MANTISSA + 4..2 * MANTISSA - 4).contains(&mantissa);
    if !has_neighbours || !(1..=60).contains(&shift) {
        return false;
    }
    // Both sides times 10^places and 2^shift are whole: doubles are multiples of 5^places there, and
    // half of the last decimal place is 2^(shift - 1).
    let unit = u128::from(5_u64.pow(places as u32));
    let half = 1_u128 << (shift - 1);
    let mut gap = (u128::from(mantissa) * unit).abs_diff(u128::from(digits) << shift);
    for _ in 0..3 {
        if gap < half {
            return true;
        }
        gap = gap.abs_diff(unit);
    }
    false
}

/// A decimal of at most 19 digits, up to 16 of them behind a point, as one integer and the number of
/// its decimal places.
fn fixed_point(text: &[u8]) -> Option<(u64, usize)> {
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let point = text.iter().position(|&b| b == b'.')?;
    let (whole, fraction) = (&text[..point], &text[point + 1..]);
    if fraction.len() > 16 || whole.len() + fraction.len() > 19 {
        return None;
    }
    let (high, low) = fraction.split_at(fraction.len() / 2);
    let whole = whole.iter().try_fold(0, |sum, b| Some(sum * 10 + digit(*b)?))?;
    let scale = 10_u64.pow(low.len() as u32);
    let places = eight_digits(high)? * scale + eight_digits(low)?;
    Some((whole * scale * 10_u64.pow(high.len() as u32) + places, fraction.len()))
}

fn digit(b: u8) -> Option<u64> {
    b.is_ascii_digit().then(|| u64::from(b - b'0'))
}

/// The value of up to eight digits, all at once.
fn eight_digits(text: &[u8]) -> Option<u64> {
    let mut padded = [b'0'; 8];
    padded[8 - text.len()..].copy_from_slice(text);
    let digits = u64::from_le_bytes(padded) ^ 0x3030_3030_3030_3030;
    let above_nine = digits.wrapping_add(0x7676_7676_7676_7676) | digits;
    if above_nine & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    // Neighbours are put together: pairs, then fours, then all eight.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff)
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
    fn the_short_cut_never_takes_a_number_that_a_double_loses() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let (mut taken, mut left) = (0, 0);
        for _ in 0..20_000 {
            let size = random(4) as u32;
            let whole = random(10_u64.pow(size));
            let places = 1 + random(17) as usize;
            let value = whole as f64 + random(1 << 31) as f64 / (1_u64 << 31) as f64;
            let nudge = ["", "", "1", "5"][random(4) as usize];
            let text = format!("-{value:.places$}{nudge}");
            if is_near_a_double(text.as_bytes()) {
                taken += 1;
                assert!(comes_back(&text), "{text}");
            } else {
                left += usize::from(comes_back(&text) && places + nudge.len() <= 15);
            }
        }
        assert!(taken > 10_000, "{taken}");
        assert!(left < 200, "{left} left to the slow way without need");
    }
}
