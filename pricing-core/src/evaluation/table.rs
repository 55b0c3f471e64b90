//! Reads a table of judged descriptions.

/// A description and what is right about it; a column that the table lacks is `None`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Row<'t> {
    pub(super) text: &'t str,
    pub(super) trades: Option<&'t str>,
    pub(super) types: Option<&'t str>,
    pub(super) danger: Option<&'t str>,
    pub(super) in_scope: Option<&'t str>,
    pub(super) flags: Option<&'t str>,
}

impl Row<'_> {
    /// Whether it carries a flag; `None` if the table has no flags.
    pub(super) fn flag(&self, flag: &str) -> Option<bool> {
        self.flags
            .map(|flags| flags.split(',').any(|one| one.trim() == flag))
    }
}

/// Whether a cell names a value among its alternatives.
pub(super) fn names(cell: &str, value: &str) -> bool {
    cell.split('|').any(|one| one.trim() == value)
}

/// The rows of a table.
pub(super) fn rows(table: &str) -> Result<Vec<Row<'_>>, String> {
    let mut lines = table.lines().filter(|line| !line.trim().is_empty()).peekable();
    let header: Vec<&str> = match lines.peek() {
        Some(first) if first.split('\t').any(|name| name.trim() == "text") => lines
            .next()
            .unwrap_or_default()
            .split('\t')
            .map(str::trim)
            .collect(),
        _ => {
            return Ok(lines
                .map(|text| Row {
                    text,
                    ..Row::default()
                })
                .collect());
        }
    };
    lines.map(|line| row(&header, line)).collect()
}

fn row<'t>(header: &[&str], line: &'t str) -> Result<Row<'t>, String> {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    if cells.len() > header.len() {
        return Err(format!("more cells than the header has: {line}"));
    }
    let cell = |names: [&str; 2]| {
        let place = header.iter().position(|name| names.contains(name))?;
        cells.get(place).copied()
    };
    Ok(Row {
        text: cell(["text", "text"]).unwrap_or_default(),
        trades: cell(["trades", "trade"]),
        types: cell(["types", "problem_type"]),
        danger: cell(["danger", "danger"]),
        in_scope: cell(["inscope", "in_scope"]),
        flags: cell(["flags", "flag"]),
    })
}

#[cfg(test)]
mod tests {
    use super::{Row, names, rows};

    #[test]
    fn columns_go_by_their_names_and_may_be_missing() {
        let read = rows("types\ttext\tflags\nleak|toilet\tdrip\tbig, gas\n").unwrap();
        assert_eq!(read.len(), 1);
        assert!(read.iter().all(|row| row.text == "drip" && row.danger.is_none()));
        let row = read.first().unwrap();
        assert_eq!((row.flag("gas"), row.flag("several")), (Some(true), Some(false)));
        assert!(names(row.types.unwrap(), "toilet") && !names(row.types.unwrap(), "lights"));
    }

    #[test]
    fn without_a_header_every_line_is_a_text() {
        let read = rows("a drip\n\nno light\n").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(
            read.first(),
            Some(&Row {
                text: "a drip",
                ..Row::default()
            })
        );
        assert!(rows("text\nx\ty\n").is_err());
    }
}
