//! Turns what was read into the tables that the crate uses.

use crate::inflection::bases;
use crate::notation::{self, Line, Notation, is_group};
use crate::packed::Writer;
use crate::tables::{Class, Element, Points, Rule, Spelling, Tables, Word, WordNumber};
use std::collections::{BTreeMap, BTreeSet};

/// The most groups: each is a bit of the crate's `Groups`.
const MOST_GROUPS: usize = 128;
/// Words whose misspellings are corrected.
const CORRECTED: &str = "CORRECTED";
/// English that is left alone.
const PLAIN: &str = "PLAIN";
/// Words that are skipped in phrases.
const SMALL: &str = "SMALL";

/// The tables as bytes.
pub(crate) fn stored(notation: &Notation<'_>) -> Result<Vec<u8>, String> {
    if notation.groups.len() > MOST_GROUPS {
        return Err(format!("more than {MOST_GROUPS} groups"));
    }
    let mut tables = Builder::default();
    tables.name_words(notation)?;
    tables.find_forms(notation)?;
    tables.number_words();
    tables.fill_groups(notation)?;
    tables.show_names(notation)?;
    tables.add_rules(notation)?;
    let mut out = Writer::default();
    tables.finish(notation)?.write(&mut out);
    Ok(out.0)
}

#[derive(Default)]
struct Builder<'t> {
    spellings: BTreeMap<&'t str, Option<WordNumber>>,
    words: Vec<Word>,
    /// How each word is shown: its name, or what the notation says.
    names: Vec<&'t str>,
    joined: BTreeMap<(WordNumber, WordNumber), WordNumber>,
    rules: Vec<Rule>,
}

impl<'t> Builder<'t> {
    /// Numbers every word that has a line or points of its own, and gives it its further spellings.
    fn name_words(&mut self, notation: &Notation<'t>) -> Result<(), String> {
        for (line, group, word) in &notation.members {
            if *group == PLAIN && self.spellings.insert(word, None).is_some() {
                return Err(line.error(&format!("\"{word}\" twice among plain English")));
            }
        }
        let joined = notation.joined.iter().map(|(line, _, name)| (line, *name));
        let named = notation.spellings.iter().map(|(line, name, _)| (line, *name));
        let single = notation.rules.iter().filter_map(|rule| match rule.parts[..] {
            [word] if !is_group(word) => Some((&rule.line, word)),
            _ => None,
        });
        let scored: BTreeSet<&str> = notation
            .rules
            .iter()
            .filter_map(|rule| match rule.parts[..] {
                [group] if is_group(group) => Some(group),
                _ => None,
            })
            .collect();
        let members = notation
            .members
            .iter()
            .filter(|(_, group, _)| scored.contains(group));
        let members = members.map(|(line, _, word)| (line, *word));
        for (line, name) in named.chain(joined).chain(single).chain(members) {
            self.word(line, name)?;
        }
        for (line, name, spelling) in &notation.spellings {
            let word = self.spellings[name];
            if self.spellings.insert(spelling, word).is_some() {
                return Err(line.error(&format!("\"{spelling}\" is a word already")));
            }
        }
        Ok(())
    }

    /// Every other word that the notation mentions is a form of a known one, or else a word of its own. The shortest come
    /// first: a base is never longer than its forms.
    fn find_forms(&mut self, notation: &Notation<'t>) -> Result<(), String> {
        let mut mentioned: BTreeSet<(usize, &'t str)> = BTreeSet::new();
        let mut lines: BTreeMap<&'t str, &Line<'t>> = BTreeMap::new();
        let mut mention = |line, word: &'t str| {
            mentioned.insert((word.len(), word));
            lines.entry(word).or_insert(line);
        };
        for (line, group, word) in &notation.members {
            if *group != PLAIN {
                mention(line, word);
            }
        }
        for (line, parts, _) in &notation.joined {
            parts.iter().for_each(|word| mention(line, word));
        }
        for rule in &notation.rules {
            let words = rule.parts.iter().filter(|part| !is_group(part));
            words.for_each(|word| mention(&rule.line, word));
        }
        for (_, word) in mentioned {
            if self.form(word).is_none() {
                self.word(lines[word], word)?;
            }
        }
        Ok(())
    }

    /// Numbers words in the order of their first spellings.
    fn number_words(&mut self) {
        let mut numbers = vec![None; self.words.len()];
        let mut next = 0;
        for word in self.spellings.values_mut().flatten() {
            *word = *numbers[usize::from(*word)].get_or_insert_with(|| {
                next += 1;
                next - 1
            });
        }
        let mut names = vec![""; self.names.len()];
        for (number, name) in numbers.iter().zip(&self.names) {
            if let Some(number) = number {
                names[usize::from(*number)] = name;
            }
        }
        self.names = names;
    }

    /// Names that the notation gives words for people: "washing machine".
    fn show_names(&mut self, notation: &Notation<'t>) -> Result<(), String> {
        for (line, name, shown) in &notation.names {
            let word = self.known(line, name)?;
            self.names[usize::from(word)] = shown;
        }
        Ok(())
    }

    /// The names that are not their words' first spellings.
    fn other_names(&self) -> Result<Vec<(WordNumber, String)>, String> {
        let mut first: BTreeMap<WordNumber, &str> = BTreeMap::new();
        for (spelling, word) in &self.spellings {
            if let Some(word) = word {
                first.entry(*word).or_insert(spelling);
            }
        }
        let mut names = Vec::new();
        for (word, name) in self.names.iter().enumerate() {
            let word = WordNumber::try_from(word).map_err(|error| error.to_string())?;
            if first.get(&word) != Some(name) {
                names.push((word, (*name).to_owned()));
            }
        }
        Ok(names)
    }

    /// Puts words into their groups, and joins pairs of words.
    fn fill_groups(&mut self, notation: &Notation<'t>) -> Result<(), String> {
        for (line, group, spelling) in &notation.members {
            if *group == PLAIN {
                continue;
            }
            let word = self.known(line, spelling)?;
            if *group == CORRECTED {
                // Corrected to exactly this spelling.
                self.spellings.entry(spelling).or_insert(Some(word));
            }
            let (word, bit) = (&mut self.words[usize::from(word)], bit(notation, line, group)?);
            if !word.groups.contains(&bit) {
                word.groups.push(bit);
            }
        }
        for (line, [first, second], name) in &notation.joined {
            let pair = (self.known(line, first)?, self.known(line, second)?);
            let together = self.known(line, name)?;
            if self
                .joined
                .insert(pair, together)
                .is_some_and(|other| other != together)
            {
                return Err(line.error(&format!("\"{first} {second}\" is two words already")));
            }
        }
        Ok(())
    }

    fn add_rules(&mut self, notation: &Notation<'t>) -> Result<(), String> {
        for rule in &notation.rules {
            if let [part] = rule.parts[..] {
                self.add_points(notation, rule, part)?;
                continue;
            }
            let mut elements = Vec::new();
            for part in &rule.parts {
                elements.push(if is_group(part) {
                    Element::Group(bit(notation, &rule.line, part)?)
                } else {
                    Element::Word(self.known(&rule.line, part)?)
                });
            }
            let small = bit(notation, &rule.line, SMALL)?;
            let is_small = |element: &Element| match element {
                Element::Word(word) => self.words[usize::from(*word)].groups.contains(&small),
                Element::Group(_) => false,
            };
            if elements.iter().any(is_small) {
                return Err(rule.line.error("a small word, which is skipped in texts"));
            }
            if rule.near {
                // The rarer element comes first: words before groups.
                elements.sort_unstable();
            }
            check_classes(&rule.line, &rule.parts.join(" "), &rule.points)?;
            self.rules.push(Rule {
                near: rule.near,
                elements,
                points: rule.points.clone(),
            });
        }
        Ok(())
    }

    /// Gives points to a word, or to each word of a group.
    fn add_points(
        &mut self,
        notation: &Notation<'_>,
        rule: &notation::Rule<'_>,
        part: &str,
    ) -> Result<(), String> {
        let mut words: BTreeMap<WordNumber, &str> = BTreeMap::new();
        if is_group(part) {
            bit(notation, &rule.line, part)?;
            for (line, _, word) in notation.members.iter().filter(|member| member.1 == part) {
                words.insert(self.known(line, word)?, word);
            }
        } else {
            words.insert(self.known(&rule.line, part)?, part);
        }
        for (number, word) in words {
            let points = &mut self.words[usize::from(number)].points;
            points.extend_from_slice(&rule.points);
            check_classes(&rule.line, word, points)?;
        }
        Ok(())
    }

    fn finish(mut self, notation: &Notation<'t>) -> Result<Tables, String> {
        let names = self.other_names()?;
        let joined = self.joined.into_iter();
        self.rules
            .sort_by(|left, right| left.elements.cmp(&right.elements));
        let places: BTreeMap<&str, usize> = self.spellings.keys().copied().zip(0..).collect();
        let mut corrected: Vec<&str> = Vec::new();
        for (_, _, spelling) in notation.members.iter().filter(|member| member.1 == CORRECTED) {
            corrected.push(spelling);
        }
        // By length, so that the first that fits a misspelling is always the same.
        corrected.sort_by_key(|spelling| (spelling.len(), *spelling));
        let corrections = corrected.iter().map(|spelling| u16::try_from(places[spelling]));
        let mut next = 0;
        let spelling = |(letters, word): (&str, _)| {
            let spelling = match word {
                None => Spelling::Plain,
                Some(word) if word == next => {
                    next += 1;
                    Spelling::Next
                }
                Some(word) => Spelling::Of(word),
            };
            (letters.to_owned(), spelling)
        };
        Ok(Tables {
            spellings: self.spellings.into_iter().map(spelling).collect(),
            words: self.words,
            joined: joined
                .map(|((first, second), together)| [first, second, together])
                .collect(),
            rules: self.rules,
            corrections: corrections
                .collect::<Result<_, _>>()
                .map_err(|error| error.to_string())?,
            names,
        })
    }

    /// The word of exactly this spelling, new or not.
    fn word(&mut self, line: &Line<'t>, spelling: &'t str) -> Result<WordNumber, String> {
        match self.spellings.get(spelling) {
            Some(Some(word)) => return Ok(*word),
            Some(None) => return Err(line.error(&format!("\"{spelling}\" is plain English"))),
            None => {}
        }
        let word = WordNumber::try_from(self.words.len()).map_err(|error| error.to_string())?;
        self.words.push(Word::default());
        self.names.push(spelling);
        self.spellings.insert(spelling, Some(word));
        Ok(word)
    }

    /// The word that this is a form of.
    fn form(&self, spelling: &str) -> Option<WordNumber> {
        bases(spelling.as_bytes()).find_map(|base| {
            let letters = String::from_utf8([base.stem, base.ending].concat()).ok()?;
            *self.spellings.get(letters.as_str())?
        })
    }

    fn known(&self, line: &Line<'t>, spelling: &str) -> Result<WordNumber, String> {
        let unknown = || line.error(&format!("\"{spelling}\" is plain English"));
        self.form(spelling).ok_or_else(unknown)
    }
}

/// A group's bit.
fn bit(notation: &Notation<'_>, line: &Line<'_>, name: &str) -> Result<u8, String> {
    let place = notation.groups.iter().position(|known| *known == name);
    let place = place.ok_or_else(|| line.error(&format!("no group is called {name}")))?;
    u8::try_from(place).map_err(|error| error.to_string())
}

/// No class may have points twice.
fn check_classes(line: &Line<'_>, words: &str, points: &Points) -> Result<(), String> {
    let classes: BTreeSet<Class> = points.iter().map(|(class, _)| *class).collect();
    if classes.len() < points.len() {
        return Err(line.error(&format!("\"{words}\" has points for a class twice")));
    }
    Ok(())
}
