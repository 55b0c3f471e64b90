//! Reads the lexicon's notation (see `src/lexicon.rs`): whatever can't be read is an error.

use crate::inflection::bases;
use std::collections::HashMap;

/// Points for classes, by the classes' letters.
pub(crate) type Weights = Vec<(char, i8)>;

/// What is known of one word.
#[derive(Default)]
pub(crate) struct Word {
    pub(crate) weights: Weights,
    /// A bit for each group it belongs to.
    pub(crate) groups: u64,
    /// Left alone: no typo of anything.
    pub(crate) plain: bool,
}

/// What a phrase or pair is made of: words and groups by their places in [`Lexicon`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    Word(usize),
    Group(usize),
}

/// A phrase, or a pair of words near each other.
pub(crate) struct Rule {
    pub(crate) pair: bool,
    pub(crate) elements: Vec<Element>,
    pub(crate) weights: Weights,
}

/// The whole lexicon.
#[derive(Default)]
pub(crate) struct Lexicon<'t> {
    pub(crate) words: Vec<Word>,
    /// Spellings in the order in which they are met, each with its word's place; the first of a word is its own name.
    pub(crate) spellings: Vec<(&'t str, usize)>,
    /// Those of the notation, and `SMALL` and `JOINS`: small words, and those that begin a word written as two.
    pub(crate) groups: Vec<&'t str>,
    /// First word, second word, and the word they are together.
    pub(crate) joined: Vec<[usize; 3]>,
    pub(crate) rules: Vec<Rule>,
    /// Spellings whose typos are folded.
    pub(crate) foldable: Vec<&'t str>,
    by_spelling: HashMap<&'t str, usize>,
}

/// Reads the notation, a line each.
pub(crate) fn read(text: &str) -> Result<Lexicon<'_>, String> {
    let mut lexicon = Lexicon::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (head, items) = line.split_once(':').ok_or_else(|| format!("no head: {line}"))?;
        let head = lexicon
            .head(head)
            .ok_or_else(|| format!("no such head: {head}"))?;
        for item in items.split(',').map(str::trim) {
            let wrong = || format!("the lexicon's \"{item}\" can't be read, in: {line}");
            lexicon.item(&head, item).ok_or_else(wrong)?;
        }
    }
    Ok(lexicon)
}

/// What a line says of its items.
enum Head {
    Group(usize),
    Spellings(usize),
    Joined(usize),
    Small(usize),
    Plain,
    Foldable,
    Weights(Weights),
}

impl<'t> Lexicon<'t> {
    fn head(&mut self, head: &'t str) -> Option<Head> {
        Some(match head.split_at_checked(1)? {
            ("@", name) => Head::Group(self.group(name)?),
            (">", name) => Head::Spellings(self.word(name)?),
            ("&", name) => Head::Joined(self.word(name)?),
            ("~", "") => Head::Small(self.group("SMALL")?),
            ("=", "") => Head::Plain,
            ("!", "") => Head::Foldable,
            _ => Head::Weights(head.split(' ').map(weight).collect::<Option<_>>()?),
        })
    }

    fn item(&mut self, head: &Head, item: &'t str) -> Option<()> {
        match head {
            Head::Group(group) => {
                let word = self.form(item)?;
                self.words.get_mut(word)?.groups |= 1 << group;
            }
            Head::Spellings(word) => self.spell(item, *word)?,
            Head::Joined(together) => {
                let (first, second) = item.split_once(' ')?;
                let (first, second) = (self.form(first)?, self.form(second)?);
                self.joined.push([first, second, *together]);
                let joins = self.group("JOINS")?;
                self.words.get_mut(first)?.groups |= 1 << joins;
            }
            Head::Small(group) => self.own(item)?.groups |= 1 << group,
            Head::Plain => self.own(item)?.plain = true,
            Head::Foldable => self.foldable(item)?,
            Head::Weights(weights) => self.rule(item, weights)?,
        }
        Some(())
    }

    fn foldable(&mut self, item: &'t str) -> Option<()> {
        let word = self.form(item)?;
        if !self.by_spelling.contains_key(item) {
            self.spell(item, word)?;
        }
        self.foldable.push(item);
        Some(())
    }

    fn rule(&mut self, item: &'t str, weights: &Weights) -> Option<()> {
        let several = item.contains(' ');
        // Small words are skipped in a text, so they are skipped here.
        let parts: Vec<&str> = item
            .split([' ', '+'])
            .filter(|part| !(part.is_empty() || several && self.is_small(part)))
            .collect();
        if let [word] = parts.as_slice() {
            let alone = !several && !is_group(word);
            let known = &mut self.own(word).filter(|_| alone)?.weights;
            known.extend_from_slice(weights);
            return Some(());
        }
        let elements: Vec<Element> = parts
            .into_iter()
            .map(|part| self.element(part))
            .collect::<Option<_>>()?;
        self.rules.push(Rule {
            pair: item.contains('+'),
            elements,
            weights: weights.clone(),
        });
        Some(())
    }

    fn is_small(&self, part: &str) -> bool {
        let group = self.groups.iter().position(|name| *name == "SMALL").unwrap_or(0);
        let word = self.by_spelling.get(part).and_then(|word| self.words.get(*word));
        word.is_some_and(|word| word.groups >> group & 1 == 1)
    }

    fn element(&mut self, part: &'t str) -> Option<Element> {
        Some(if is_group(part) {
            Element::Group(self.group(part)?)
        } else {
            Element::Word(self.form(part)?)
        })
    }

    /// At most 64 groups: each is a bit.
    fn group(&mut self, name: &'t str) -> Option<usize> {
        let known = self.groups.iter().position(|known| *known == name);
        let group = known.unwrap_or(self.groups.len());
        if known.is_none() {
            self.groups.push(name);
        }
        (group < 64).then_some(group)
    }

    /// The word that this is a form of, if it is known by now; else a new word.
    fn form(&mut self, spelling: &'t str) -> Option<usize> {
        let known = bases(spelling.as_bytes()).find_map(|base| {
            let letters = String::from_utf8([base.stem, base.ending].concat()).ok()?;
            self.by_spelling.get(letters.as_str()).copied()
        });
        known.or_else(|| self.word(spelling))
    }

    fn own(&mut self, spelling: &'t str) -> Option<&mut Word> {
        let word = self.word(spelling)?;
        self.words.get_mut(word)
    }

    fn word(&mut self, spelling: &'t str) -> Option<usize> {
        if let Some(word) = self.by_spelling.get(spelling) {
            return Some(*word);
        }
        let word = self.words.len();
        self.words.push(Word::default());
        self.spell(spelling, word)?;
        Some(word)
    }

    /// Gives a word one more spelling; a spelling that is taken is an error in the notation.
    fn spell(&mut self, spelling: &'t str, word: usize) -> Option<()> {
        let simple = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if spelling.is_empty() || !spelling.bytes().all(simple) {
            return None;
        }
        self.spellings.push((spelling, word));
        self.by_spelling.insert(spelling, word).is_none().then_some(())
    }
}

/// Groups are written in capitals.
fn is_group(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// A class letter and its points: `l5`, `x-3`.
fn weight(text: &str) -> Option<(char, i8)> {
    let class = text.chars().next()?;
    Some((class, text.get(1..)?.parse().ok()?))
}
