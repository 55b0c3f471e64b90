//! Reads the lexicon's notation (see the parent module). A line that cannot be read is kept aside, never a panic.

use crate::order::by_number;
use crate::text::bases;

use super::{Class, Element, Lexicon, Rule, Weight, WordFacts, WordId, hash};

/// Reads all sources as one text.
pub(super) fn read(sources: &[&'static str]) -> Lexicon {
    let mut reader = Reader::default();
    reader.lexicon.slots = vec![0; 8192];
    for line in sources
        .iter()
        .flat_map(|source| source.lines())
        .filter(|line| !line.is_empty())
    {
        if reader.line(line).is_none() {
            reader.lexicon.malformed.push(line);
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    lexicon: Lexicon,
}

/// What a line says of its items.
enum Head {
    Group(u64),
    Spellings(WordId),
    Joined(WordId),
    Small,
    Plain,
    Foldable,
    Weights(Vec<Weight>),
}

impl Reader {
    /// Reads one line; items that cannot be read are kept aside.
    fn line(&mut self, line: &'static str) -> Option<()> {
        let (head, items) = line.split_once(':')?;
        let head = self.head(head)?;
        for item in items.split(',').map(str::trim) {
            if self.item(&head, item).is_none() {
                self.lexicon.malformed.push(item);
            }
        }
        Some(())
    }

    fn foldable(&mut self, item: &'static str) -> Option<()> {
        let id = self.form(item)?;
        if self.lexicon.find(item).is_none() {
            self.spell(item, id)?;
        }
        let index = u16::try_from(self.lexicon.index(item)?).ok()?;
        self.lexicon
            .foldable
            .push((*item.as_bytes().first()?, item.len(), index));
        Some(())
    }

    fn head(&mut self, head: &'static str) -> Option<Head> {
        Some(match head.split_at_checked(1)? {
            ("@", name) => Head::Group(1_u64.checked_shl(u32::from(self.group(name)?))?),
            (">", name) => Head::Spellings(self.word(name)?),
            ("&", name) => Head::Joined(self.word(name)?),
            ("~", "") => Head::Small,
            ("=", "") => Head::Plain,
            ("!", "") => Head::Foldable,
            _ => Head::Weights(head.split(' ').map(weight).collect::<Option<_>>()?),
        })
    }

    fn item(&mut self, head: &Head, item: &'static str) -> Option<()> {
        match head {
            Head::Group(bit) => self.form_facts(item)?.groups |= bit,
            Head::Spellings(id) => self.spell(item, *id)?,
            Head::Joined(id) => self.join(item, *id)?,
            Head::Small => self.facts(item)?.small = true,
            Head::Plain => self.facts(item)?.plain = true,
            Head::Foldable => self.foldable(item)?,
            Head::Weights(weights) => self.rule(item, weights)?,
        }
        Some(())
    }

    fn join(&mut self, item: &'static str, together: WordId) -> Option<()> {
        let (first, second) = item.split_once(' ')?;
        let (first, second) = (self.form(first)?, self.form(second)?);
        self.lexicon.facts.get_mut(usize::from(first.0))?.joins = true;
        self.lexicon.joined.push((first, second, together));
        Some(())
    }

    fn rule(&mut self, item: &'static str, weights: &[Weight]) -> Option<()> {
        let pair = item.contains('+');
        let several = item.contains(' ');
        // Small words are skipped in a text, so they are skipped here.
        let mut elements = item
            .split([' ', '+'])
            .filter(|part| !(part.is_empty() || several && self.is_small(part)));
        let first = elements.next()?;
        let rest: Vec<&str> = elements.collect();
        if rest.is_empty() {
            if several || is_group(first) {
                return None;
            }
            self.facts(first)?.weights.extend_from_slice(weights);
            return Some(());
        }
        let first = self.element(first)?;
        let rest = rest
            .into_iter()
            .map(|part| self.element(part))
            .collect::<Option<Vec<_>>>()?;
        let rule = Rule {
            first,
            rest,
            weights: weights.to_vec(),
        };
        if pair {
            self.lexicon.pairs.push(rule);
        } else {
            self.lexicon.phrases.push(rule);
        }
        Some(())
    }

    fn is_small(&self, part: &str) -> bool {
        self.lexicon
            .find(part)
            .and_then(|id| self.lexicon.facts.get(usize::from(id.0)))
            .is_some_and(|facts| facts.small)
    }

    fn element(&mut self, part: &'static str) -> Option<Element> {
        Some(if is_group(part) {
            Element::Group(self.group(part)?)
        } else {
            Element::Word(self.form(part)?)
        })
    }

    fn group(&mut self, name: &'static str) -> Option<u8> {
        let index = self
            .lexicon
            .groups
            .iter()
            .position(|known| *known == name)
            .unwrap_or_else(|| {
                self.lexicon.groups.push(name);
                self.lexicon.groups.len() - 1
            });
        u8::try_from(index).ok().filter(|index| *index < 64)
    }

    fn form_facts(&mut self, spelling: &'static str) -> Option<&mut WordFacts> {
        let id = self.form(spelling)?;
        self.lexicon.facts.get_mut(usize::from(id.0))
    }

    fn facts(&mut self, spelling: &'static str) -> Option<&mut WordFacts> {
        let id = self.word(spelling)?;
        self.lexicon.facts.get_mut(usize::from(id.0))
    }

    /// The word that this is a form of, if it is known by now; else a new word.
    fn form(&mut self, spelling: &'static str) -> Option<WordId> {
        let known = bases(spelling).find_map(|base| self.lexicon.find(base.as_str()));
        known.or_else(|| self.word(spelling))
    }

    fn word(&mut self, spelling: &'static str) -> Option<WordId> {
        if let Some(id) = self.lexicon.find(spelling) {
            return Some(id);
        }
        let id = WordId(u16::try_from(self.lexicon.facts.len()).ok()?);
        self.lexicon.facts.push(WordFacts::default());
        self.spell(spelling, id)?;
        Some(id)
    }

    /// Gives a word one more spelling; a spelling that is taken is an error in the notation.
    fn spell(&mut self, spelling: &'static str, id: WordId) -> Option<()> {
        let simple = !spelling.is_empty()
            && spelling
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if !simple || self.lexicon.find(spelling).is_some() {
            return None;
        }
        let lexicon = &mut self.lexicon;
        lexicon.spellings.push((spelling, id));
        let mask = lexicon.slots.len() - 1;
        let mut slot = hash(spelling) & mask;
        while *lexicon.slots.get(slot)? != 0 {
            slot = (slot + 1) & mask;
        }
        *lexicon.slots.get_mut(slot)? = u16::try_from(lexicon.spellings.len()).ok()?;
        Some(())
    }

    fn finish(mut self) -> Lexicon {
        let lexicon = &mut self.lexicon;
        by_number(&mut lexicon.foldable, |(letter, length, index)| {
            u64::from(*letter) << 32 | (*length as u64) << 16 | u64::from(*index)
        });
        by_number(&mut lexicon.joined, |(first, second, _)| {
            u64::from(first.0) << 16 | u64::from(second.0)
        });
        by_number(&mut lexicon.phrases, |rule| rule.first.number());
        by_number(&mut lexicon.pairs, |rule| rule.first.number());
        self.lexicon
    }
}

/// Groups are written in capitals.
fn is_group(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// A class letter and its points: `l5`, `x-3`.
fn weight(text: &str) -> Option<Weight> {
    let class = Class::from_letter(*text.as_bytes().first()?)?;
    Some(Weight {
        class,
        points: text.get(1..)?.parse().ok()?,
    })
}
