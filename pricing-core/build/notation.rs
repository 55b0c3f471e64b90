//! Reads the lexicon's notation, which `src/lexicon.rs` explains. Whatever can't be read is an error with its file and
//! line.

use crate::tables::{Class, Points};
use std::collections::HashMap;

/// Longer lines are refused: they can't be reviewed.
const LONGEST_LINE: usize = 120;

/// A line of one of the files.
#[derive(Clone)]
pub(crate) struct Line<'t> {
    file: &'t str,
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// What it says.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// What is wrong, and where.
    pub(crate) fn error(&self, wrong: &str) -> String {
        format!("{}:{}: {wrong}: {}", self.file, self.number, self.text)
    }
}

/// The lines that are neither blank nor comments.
pub(crate) fn lines<'t>(file: &'t str, text: &'t str) -> impl Iterator<Item = Line<'t>> {
    let lines = text.lines().enumerate().map(move |(index, text)| Line {
        file,
        number: index + 1,
        text,
    });
    lines.filter(|line| !line.text.trim().is_empty() && !line.text.starts_with('#'))
}

/// A rule: a single word, a phrase, or words near each other.
pub(crate) struct Rule<'t> {
    pub(crate) line: Line<'t>,
    /// Words, and groups in capitals.
    pub(crate) parts: Vec<&'t str>,
    pub(crate) near: bool,
    pub(crate) points: Points,
}

/// Everything that the files say, with the lines that say it.
#[derive(Default)]
pub(crate) struct Notation<'t> {
    pub(crate) rules: Vec<Rule<'t>>,
    /// The groups' names in the order in which they are met.
    pub(crate) groups: Vec<&'t str>,
    /// A group's name and one of its words.
    pub(crate) members: Vec<(Line<'t>, &'t str, &'t str)>,
    /// A word and another spelling of it.
    pub(crate) spellings: Vec<(Line<'t>, &'t str, &'t str)>,
    /// A word and how it is shown.
    pub(crate) names: Vec<(Line<'t>, &'t str, &'t str)>,
    /// Two words in a row and the word that they are together.
    pub(crate) joined: Vec<(Line<'t>, [&'t str; 2], &'t str)>,
}

/// Reads all lines.
pub(crate) fn read<'t>(lines: impl Iterator<Item = Line<'t>>) -> Result<Notation<'t>, String> {
    let mut notation = Notation::default();
    let mut seen: HashMap<String, String> = HashMap::new();
    for line in lines {
        let fail = |wrong: &str| Err(line.error(wrong));
        if line.text.len() > LONGEST_LINE {
            return fail("longer than 120 characters");
        }
        if let Some((name, items)) = line.text.split_once(" = ") {
            for item in items.split(',').map(str::trim) {
                notation.equal(&line, name, item)?;
            }
        } else if let Some((name, shown)) = line.text.split_once(" ~ ") {
            notation.names.push((line.clone(), word(&line, name)?, shown));
        } else if let Some((words, points)) = line.text.split_once(": ") {
            let rule = rule(&line, words, points)?;
            let mut key: Vec<&str> = rule.parts.clone();
            if rule.near {
                key.sort_unstable();
            }
            let key = format!("{} {}", rule.near, key.join(" "));
            if let Some(first) = seen.insert(key, format!("{}:{}", line.file, line.number)) {
                return fail(&format!("says again what {first} says"));
            }
            notation.rules.push(rule);
        } else {
            return fail("neither \" = \" nor \" ~ \" nor \": \" in this line");
        }
    }
    Ok(notation)
}

impl<'t> Notation<'t> {
    /// Reads an item of a line with an equals sign.
    fn equal(&mut self, line: &Line<'t>, name: &'t str, item: &'t str) -> Result<(), String> {
        if is_group(name) {
            if !self.groups.contains(&name) {
                self.groups.push(name);
            }
            self.members.push((line.clone(), name, word(line, item)?));
            return Ok(());
        }
        let name = word(line, name)?;
        if let Some((first, second)) = item.split_once(' ') {
            let parts = [word(line, first)?, word(line, second)?];
            self.joined.push((line.clone(), parts, name));
        } else {
            self.spellings.push((line.clone(), name, word(line, item)?));
        }
        Ok(())
    }
}

fn rule<'t>(line: &Line<'t>, words: &'t str, points: &str) -> Result<Rule<'t>, String> {
    let near = words.contains(" + ");
    let parts = words.split(if near { " + " } else { " " });
    let parts = parts.map(|part| {
        if is_group(part) {
            Ok(part)
        } else {
            word(line, part)
        }
    });
    Ok(Rule {
        line: line.clone(),
        parts: parts.collect::<Result<_, _>>()?,
        near,
        points: points
            .split(", ")
            .map(|item| point(item).ok_or_else(|| line.error(&format!("\"{item}\" is no class with points"))))
            .collect::<Result<_, _>>()?,
    })
}

/// A class and its points: `leak 5`.
fn point(item: &str) -> Option<(Class, i8)> {
    let (name, points) = item.split_once(' ')?;
    let class = Class::ALL.into_iter().find(|class| class_name(*class) == name)?;
    Some((class, points.parse().ok().filter(|points| *points != 0)?))
}

/// A class in the notation; a problem type is written as its code.
fn class_name(class: Class) -> &'static str {
    match class {
        Class::BoilerService => "boiler_service",
        Class::Leak => "leak",
        Class::Socket => "socket",
        Class::LoftConversion => "loft_conversion",
        Class::GeneralPlumbing => "general_plumbing",
        Class::Toilet => "toilet",
        Class::Drains => "drains",
        Class::Lights => "lights",
        Class::Handyman => "handyman",
        Class::Heating => "heating",
        Class::Building => "building",
        Class::Elsewhere => "elsewhere",
        Class::Home => "home",
        Class::Scale => "scale",
        Class::GasWork => "gas_work",
    }
}

/// Groups are written in capitals.
pub(crate) fn is_group(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// A word as the crate folds them: lower case, no apostrophes.
pub(crate) fn word<'t>(line: &Line<'_>, text: &'t str) -> Result<&'t str, String> {
    let simple = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if text.is_empty() || !text.bytes().all(simple) {
        return Err(line.error(&format!("\"{text}\" is no word")));
    }
    Ok(text)
}
