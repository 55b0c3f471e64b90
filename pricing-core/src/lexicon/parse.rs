//! Reads the lexicon's notation (see the parent module). A line that cannot be read is kept aside, never a panic.

use super::{Class, Element, Lexicon, Rule, Weight, WordFacts, WordId, hash};

/// Shortest spelling that a typo is folded onto: a six-letter word may have one letter too many.
const MIN_FOLDABLE: usize = 5;

/// Reads all sources as one text.
pub(super) fn read(sources: &[&'static str]) -> Lexicon {
    let mut reader = Reader::default();
    reader.lexicon.slots = vec![0; 8192];
    for line in sources.iter().flat_map(|source| source.lines()).filter(|line| !line.is_empty()) {
        if reader.line(line).is_none() {
            reader.lexicon.malformed.push(line);
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    lexicon: Lexicon,
    groups: Vec<&'static str>,
}

impl Reader {
    fn line(&mut self, line: &'static str) -> Option<()> {
        let (head, items) = line.split_once(':')?;
        let items = items.split(',').map(str::trim);
        if let Some(name) = head.strip_prefix('@') {
            let bit = 1_u64.checked_shl(u32::from(self.group(name)?))?;
            for item in items {
                self.facts(item)?.groups |= bit;
            }
        } else if let Some(name) = head.strip_prefix('>') {
            let id = self.word(name)?;
            for item in items {
                self.spell(item, id)?;
            }
        } else if head == "~" {
            for item in items {
                self.facts(item)?.small = true;
            }
        } else if head == "=" {
            for item in items {
                self.facts(item)?.plain = true;
            }
        } else {
            let weights: Vec<Weight> = head.split(' ').map(weight).collect::<Option<_>>()?;
            for item in items {
                self.rule(item, &weights)?;
            }
        }
        Some(())
    }

    fn rule(&mut self, item: &'static str, weights: &[Weight]) -> Option<()> {
        let pair = item.contains('+');
        let mut elements = item.split([' ', '+']).filter(|part| !part.is_empty());
        let first = elements.next()?;
        let rest: Vec<&str> = elements.collect();
        if rest.is_empty() && !is_group(first) {
            self.facts(first)?.weights.extend_from_slice(weights);
            return Some(());
        }
        let first = self.element(first)?;
        let rest = rest.into_iter().map(|part| self.element(part)).collect::<Option<Vec<_>>>()?;
        let rule = Rule { first, rest, weights: weights.to_vec() };
        if pair { self.lexicon.pairs.push(rule) } else { self.lexicon.phrases.push(rule) }
        Some(())
    }

    fn element(&mut self, part: &'static str) -> Option<Element> {
        Some(if is_group(part) { Element::Group(self.group(part)?) } else { Element::Word(self.word(part)?) })
    }

    fn group(&mut self, name: &'static str) -> Option<u8> {
        let index = self.groups.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.groups.push(name);
            self.groups.len() - 1
        });
        u8::try_from(index).ok().filter(|index| *index < 64)
    }

    fn facts(&mut self, spelling: &'static str) -> Option<&mut WordFacts> {
        let id = self.word(spelling)?;
        self.lexicon.facts.get_mut(usize::from(id.0))
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
        let simple = !spelling.is_empty() && spelling.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
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
        lexicon.foldable = (0_u16..)
            .zip(&lexicon.spellings)
            .filter(|(_, (spelling, id))| {
                spelling.len() >= MIN_FOLDABLE && lexicon.facts.get(usize::from(id.0)).is_some_and(|facts| !facts.plain)
            })
            .filter_map(|(index, (spelling, _))| Some((*spelling.as_bytes().first()?, spelling.len(), index)))
            .collect();
        lexicon.foldable.sort_unstable();
        lexicon.phrases.sort_by_key(|rule| rule.first);
        lexicon.pairs.sort_by_key(|rule| rule.first);
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
    Some(Weight { class, points: text.get(1..)?.parse().ok()? })
}
