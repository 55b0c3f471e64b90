//! Pages of a list: how many at once, and where the next page begins. A cursor holds the time and id of the last row seen.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::clock::Millis;
use crate::failure::{Failure, Fallible};

/// How many rows a page has, unless asked otherwise.
const USUAL: i64 = 20;

/// How many rows were asked for.
///
/// # Errors
/// 422 on `limit` unless it is 1 to 100.
pub fn limit(asked: Option<i64>) -> Fallible<i64> {
    let limit = asked.unwrap_or(USUAL);
    if (1..=100).contains(&limit) {
        Ok(limit)
    } else {
        Err(Failure::field("limit", "Ask for 1 to 100 at once."))
    }
}

/// The time and id that a page of a list from the newest on begins after; the first page begins after everything.
///
/// # Errors
/// 422 on `cursor` when it is none.
pub fn read(cursor: Option<&str>) -> Fallible<(Millis, String)> {
    Ok(read_either_way(cursor)?.unwrap_or((Millis::MAX, String::new())))
}

/// The time and id that a page begins after; none for the first page.
///
/// # Errors
/// 422 on `cursor` when it is none.
pub fn read_either_way(cursor: Option<&str>) -> Fallible<Option<(Millis, String)>> {
    let read =
        |cursor| parse(cursor).ok_or_else(|| Failure::field("cursor", "This is not a cursor of this list."));
    cursor.map(read).transpose()
}

/// Drops the row beyond the limit, which only says that there is a next page, and gives the cursor of that page.
pub fn next<T>(rows: &mut Vec<T>, limit: i64, at: impl Fn(&T) -> (Millis, String)) -> Option<String> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if rows.len() <= limit {
        return None;
    }
    rows.truncate(limit);
    let (at, id) = rows.last().map(at)?;
    Some(URL_SAFE_NO_PAD.encode(format!("{at} {id}")))
}

fn parse(cursor: &str) -> Option<(Millis, String)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let (at, id) = text.split_once(' ')?;
    // The cursor is encoded, so the extractor could not see a NUL inside it.
    (!id.contains('\0')).then_some(())?;
    Some((at.parse().ok()?, id.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_leads_to_the_next() {
        let mut rows = vec![(3, "c"), (2, "b"), (1, "a")];
        let cursor = next(&mut rows, 2, |(at, id)| (*at, (*id).to_owned())).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(read(Some(&cursor)).unwrap(), (2, "b".to_owned()));
        assert_eq!(next(&mut rows, 2, |(at, id)| (*at, (*id).to_owned())), None);
        assert_eq!(read(None).unwrap(), (Millis::MAX, String::new()));
    }

    #[test]
    fn limits_and_cursors_are_checked() {
        assert_eq!(limit(None).unwrap(), 20);
        for fine in [1, 100] {
            assert_eq!(limit(Some(fine)).unwrap(), fine);
        }
        for wrong in [0, 101, -1] {
            assert!(limit(Some(wrong)).unwrap_err().errors.contains_key("limit"));
        }
        for wrong in [
            "",
            "!",
            "MQ",
            &URL_SAFE_NO_PAD.encode("x y"),
            &URL_SAFE_NO_PAD.encode("1 a\0"),
        ] {
            assert!(
                read(Some(wrong)).unwrap_err().errors.contains_key("cursor"),
                "{wrong}"
            );
        }
    }
}
