//! Reads the signs of danger (`src/danger/signs.txt`, explained in `src/danger/tables.rs`) and stores them as tables.

use crate::danger_tables::{Element, Kind, Meaning, MeaningNumber, Sign, Tables, WORDS_FROM};
use crate::inflection::bases;
use crate::notation::{Line, is_group, word};
use crate::packed::Writer;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// As far as a text goes.
const ANYWHERE: u8 = u8::MAX;
/// Names the groups whose phrases mean nothing else.
const WHOLE: &str = "WHOLE";
/// Words and phrases that are no danger.
const SAFE: &str = "SAFE";

/// The bits of groups, and whether a phrase of them means nothing else.
type Bits = (BTreeSet<u8>, bool);

/// Words with the bits of their groups.
type Words<'t> = BTreeMap<&'t str, BTreeSet<u8>>;

/// The tables as bytes, and the source of the groups' bits.
pub(crate) fn stored<'t>(lines: impl Iterator<Item = Line<'t>>) -> Result<(Vec<u8>, String), String> {
    let mut reader = Reader::default();
    let mut signs = Vec::new();
    for line in lines {
        if let Some((name, items)) = line.text().split_once(" = ") {
            reader.group(&line, name, items)?;
        } else {
            signs.push(line);
        }
    }
    let signs = signs
        .iter()
        .map(|line| reader.sign(line))
        .collect::<Result<_, _>>()?;
    let (words, phrases) = (reader.words()?, reader.phrases()?);
    let mut meanings = Meanings::default();
    let tables = Tables {
        words: (words.into_iter())
            .map(|(word, bits)| Ok((word.to_owned(), meanings.number(bits, false)?)))
            .collect::<Result<_, String>>()?,
        phrases: (phrases.into_iter())
            .map(|(elements, (bits, whole))| Ok((elements, meanings.number(bits, whole)?)))
            .collect::<Result<_, String>>()?,
        meanings: meanings.0,
        signs,
    };
    let mut out = Writer::default();
    tables.write(&mut out);
    Ok((out.0, reader.constants()))
}

/// The groups with their words, phrases and parts.
#[derive(Default)]
struct Reader<'t> {
    /// In the order in which they are met.
    names: Vec<&'t str>,
    /// Each group's items.
    items: BTreeMap<&'t str, BTreeSet<&'t str>>,
    whole: BTreeSet<&'t str>,
}

impl<'t> Reader<'t> {
    fn group(&mut self, line: &Line<'t>, name: &'t str, items: &'t str) -> Result<(), String> {
        if !is_group(name) {
            return Err(line.error("no name of a group"));
        }
        if name != WHOLE && !self.names.contains(&name) {
            self.names.push(name);
        }
        for item in items.split(", ") {
            for part in item.split(' ').filter(|part| !is_group(part)) {
                word(line, part)?;
            }
            if name == WHOLE {
                self.whole.insert(item);
            } else {
                self.items.entry(name).or_default().insert(item);
            }
        }
        if self.names.len() > usize::from(WORDS_FROM) {
            return Err(line.error("too many groups"));
        }
        Ok(())
    }

    fn bit(&self, name: &str) -> Result<u8, String> {
        let place = self.names.iter().position(|other| *other == name);
        place
            .and_then(|place| u8::try_from(place).ok())
            .ok_or_else(|| format!("signs.txt: there is no group {name}"))
    }

    /// The bits of a group and of every group that it is part of.
    fn bits(&self, name: &str) -> Result<BTreeSet<u8>, String> {
        let mut bits = BTreeSet::from([self.bit(name)?]);
        for (other, items) in &self.items {
            if items.contains(name) {
                bits.extend(self.bits(other)?);
            }
        }
        Ok(bits)
    }

    /// Every item that is no group, with the bits of its groups and whether it means nothing else.
    fn spelled(&self) -> Result<BTreeMap<&'t str, Bits>, String> {
        let mut spelled: BTreeMap<&str, Bits> = BTreeMap::new();
        for (name, items) in &self.items {
            let bits = self.bits(name)?;
            for item in items.iter().filter(|item| !is_group(item)) {
                let (all, whole) = spelled.entry(item).or_default();
                all.extend(&bits);
                *whole |= self.whole.contains(name);
            }
        }
        Ok(spelled)
    }

    /// Every word with the bits of its groups. A form of another word belongs to that one's groups too, unless it is safe:
    /// "switched off" is no switch. The words of phrases are the base of a known word where they can be.
    fn words(&self) -> Result<Words<'t>, String> {
        let spelled = self.spelled()?;
        let alone = spelled.iter().filter(|(item, _)| !item.contains(' '));
        let alone: Words<'t> = alone.map(|(word, (bits, _))| (*word, bits.clone())).collect();
        let safe = self.bit(SAFE)?;
        let mut words = alone.clone();
        for (word, bits) in words.iter_mut().filter(|(_, bits)| !bits.contains(&safe)) {
            bits.extend(bases_in(word, &alone).flat_map(|base| &alone[base]));
        }
        // A form that says no more than its base is not stored.
        let bits = words.clone();
        words.retain(|word, own| {
            let base = bases_in(word, &bits).find(|base| base != word);
            own.contains(&safe) || base.is_none_or(|base| !own.is_subset(&bits[base]))
        });
        let phrases = spelled.keys().filter(|item| item.contains(' '));
        let parts: BTreeSet<&str> = phrases.flat_map(|item| item.split(' ')).collect();
        let mut parts: Vec<&str> = parts.into_iter().filter(|part| !is_group(part)).collect();
        // A base is never longer than its forms.
        parts.sort_by_key(|part| part.len());
        for part in parts {
            if base_in(part, &words).is_none() {
                words.insert(part, BTreeSet::new());
            }
        }
        Ok(words)
    }

    /// The phrases, ordered by their first elements, the longest first.
    fn phrases(&self) -> Result<Vec<(Vec<Element>, Bits)>, String> {
        let words = self.words()?;
        let element = |part: &&str| -> Result<Element, String> {
            if is_group(part) {
                return self.bit(part).map(Element::from);
            }
            let word = base_in(part, &words).and_then(|base| words.keys().position(|word| *word == base));
            let place = word.and_then(|place| Element::try_from(place).ok());
            place
                .map(|place| WORDS_FROM + place)
                .ok_or_else(|| format!("signs.txt: {part}"))
        };
        // "Smoke alarm" and "smoke alarms" are one.
        let mut phrases: BTreeMap<Vec<Element>, Bits> = BTreeMap::new();
        for (item, (bits, whole)) in self.spelled()? {
            let parts: Vec<&str> = item.split(' ').collect();
            if parts.len() > 1 {
                let elements = parts.iter().map(element).collect::<Result<_, _>>()?;
                let (all, is_whole) = phrases.entry(elements).or_default();
                all.extend(bits);
                *is_whole |= whole;
            }
        }
        let mut phrases: Vec<_> = phrases.into_iter().collect();
        phrases.sort_by_key(|(elements, _)| (elements.first().copied(), Reverse(elements.len())));
        Ok(phrases)
    }

    /// Reads `kind warns|asks reach [joined] [then]: GROUP + GROUP unless GROUP`.
    fn sign(&self, line: &Line<'_>) -> Result<Sign, String> {
        let (head, body) = line
            .text()
            .split_once(": ")
            .ok_or_else(|| line.error("neither a group nor a sign"))?;
        let head: Vec<&str> = head.split(' ').collect();
        let [kind, verb, reach, options @ ..] = head.as_slice() else {
            return Err(line.error("a sign has a kind, \"warns\" or \"asks\", and a reach"));
        };
        let (groups, unless) = body.split_once(" unless ").unwrap_or((body, ""));
        let bits = |groups: std::str::Split<'_, &str>| -> Result<Vec<u8>, String> {
            let named = groups.filter(|name| !name.is_empty());
            named
                .map(|name| self.bit(name).map_err(|wrong| line.error(&wrong)))
                .collect()
        };
        if options.iter().any(|option| !["joined", "then"].contains(option)) {
            return Err(line.error("an unknown option"));
        }
        Ok(Sign {
            kind: kind_of(kind).ok_or_else(|| line.error("an unknown kind"))?,
            certain: match *verb {
                "warns" => true,
                "asks" => false,
                _ => return Err(line.error("a sign warns or asks")),
            },
            reach: match *reach {
                "anywhere" => ANYWHERE,
                number => number.parse().map_err(|_| line.error("no reach"))?,
            },
            joined: options.contains(&"joined"),
            ordered: options.contains(&"then"),
            groups: bits(groups.split(" + "))?,
            unless: bits(unless.split(" "))?,
        })
    }

    /// Each group's bit, so that the crate's source can name it.
    fn constants(&self) -> String {
        let mut text = String::from("/// The bit of each group of the signs.\n");
        text +=
            "#[expect(dead_code, reason = \"only the signs name most of them\")]\npub(super) mod group {\n";
        for (bit, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "    pub(crate) const {name}: u128 = 1 << {bit};");
        }
        text + "}\n"
    }
}

/// Every meaning once.
#[derive(Default)]
struct Meanings(Vec<Meaning>);

impl Meanings {
    fn number(&mut self, bits: BTreeSet<u8>, whole: bool) -> Result<MeaningNumber, String> {
        let meaning = Meaning {
            groups: bits.into_iter().collect(),
            whole,
        };
        let known = self.0.iter().position(|other| *other == meaning);
        let place = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(meaning);
        }
        MeaningNumber::try_from(place).map_err(|error| error.to_string())
    }
}

/// The known words that a word is a form of, itself first if it is known.
fn bases_in<'w, 't>(word: &'w str, words: &'w Words<'t>) -> impl Iterator<Item = &'t str> + use<'w, 't> {
    bases(word.as_bytes()).filter_map(|base| {
        let letters = [base.stem, base.ending].concat();
        let known = words.get_key_value(std::str::from_utf8(&letters).ok()?);
        known.map(|(word, _)| *word)
    })
}

fn base_in<'t>(word: &str, words: &Words<'t>) -> Option<&'t str> {
    bases_in(word, words).next()
}

fn kind_of(name: &str) -> Option<Kind> {
    Some(match name {
        "gas" => Kind::Gas,
        "carbon_monoxide" => Kind::CarbonMonoxide,
        "electrics" => Kind::Electrics,
        "water" => Kind::WaterOnElectrics,
        "shock" => Kind::Shock,
        _ => return None,
    })
}
