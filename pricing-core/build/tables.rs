//! The lexicon as tables of numbers, laid out so that they pack well; `src/lexicon.rs` reads them.

use crate::notation::{Element, Lexicon, Rule, Weights};
use crate::pack::{Packer, is_wide};
use crate::packing::Model;
use std::collections::HashMap;
use std::fmt::Write;

/// The letters of `src/lexicon.rs`'s classes, in their order.
const CLASSES: &str = "blscgtdihruxe";

/// The spellings and then all tables, packed in the order in which `src/lexicon.rs` unpacks them, and the constants for its
/// source.
pub(crate) fn tables(lexicon: &Lexicon<'_>) -> Result<(Vec<u8>, String), String> {
    let numbering = Numbering::of(lexicon);
    let lists = weight_lists(lexicon);
    let members: Vec<Vec<usize>> = (0..lexicon.groups.len())
        .map(|group| differences(&numbering.members(lexicon, group)))
        .collect();
    let [first, second, together] = joined(lexicon, &numbering);
    let (counts, entries, rule_lists) = rules(lexicon, &numbering, &lists);
    let tables = [
        weight_table(&lists)?,
        word_weights(lexicon, &numbering, &lists)?,
        members.iter().map(Vec::len).collect(),
        members.concat(),
        counts,
        entries,
        rule_lists,
        numbering.aliases(lexicon),
        foldable(lexicon, &numbering),
        differences(&first),
        second,
        together,
    ];
    let narrow = |table: Vec<usize>| {
        table
            .into_iter()
            .map(u16::try_from)
            .collect::<Result<Vec<u16>, _>>()
    };
    let tables: Vec<Vec<u16>> = tables
        .into_iter()
        .map(narrow)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let mut packer = Packer::new();
    pack_spellings(&numbering, &mut packer);
    for table in &tables {
        packer.table(table);
    }
    Ok((packer.finish(), constants(lexicon, &numbering, &tables)))
}

/// Each number of an ascending list less the one before.
fn differences(numbers: &[usize]) -> Vec<usize> {
    let before = std::iter::once(&0).chain(numbers);
    numbers
        .iter()
        .zip(before)
        .map(|(number, before)| number - before)
        .collect()
}

/// Spellings by number, in runs that are alphabetical in themselves: words of phrases and pairs, other words with
/// weights, other words, plain English, and last the further spellings of words. So a word's number is its own
/// spelling's, numbers of elements are small, and plain English and further spellings need no marks.
struct Numbering<'t> {
    spellings: Vec<&'t str>,
    runs: [usize; 5],
    /// The number of each word in the notation.
    words: Vec<usize>,
    groups: usize,
}

impl<'t> Numbering<'t> {
    fn of(lexicon: &Lexicon<'t>) -> Self {
        let mut in_rules = vec![false; lexicon.words.len()];
        for element in lexicon.rules.iter().flat_map(|rule| &rule.elements) {
            if let Element::Word(word) = element {
                in_rules[*word] = true;
            }
        }
        let mut named = vec![false; lexicon.words.len()];
        let run = |own: bool, word: usize| match &lexicon.words[word] {
            _ if !own => 4,
            known if known.plain => 3,
            _ if in_rules[word] => 0,
            known if !known.weights.is_empty() => 1,
            _ => 2,
        };
        let mut keyed: Vec<(usize, &str, usize)> = lexicon
            .spellings
            .iter()
            .map(|(spelling, word)| {
                let own = !std::mem::replace(&mut named[*word], true);
                (run(own, *word), *spelling, *word)
            })
            .collect();
        keyed.sort_unstable();
        let mut words = vec![0; lexicon.words.len()];
        for (number, (_, _, word)) in keyed.iter().enumerate().filter(|(_, key)| key.0 < 4) {
            words[*word] = number;
        }
        Self {
            runs: [0, 1, 2, 3, 4].map(|run| keyed.partition_point(|key| key.0 <= run)),
            spellings: keyed.into_iter().map(|(_, spelling, _)| spelling).collect(),
            words,
            groups: lexicon.groups.len(),
        }
    }

    /// Groups first, then words.
    fn element(&self, element: Element) -> usize {
        match element {
            Element::Group(group) => group,
            Element::Word(word) => self.groups + self.words[word],
        }
    }
}

impl Numbering<'_> {
    /// The numbers of a group's words, ascending.
    fn members(&self, lexicon: &Lexicon<'_>, group: usize) -> Vec<usize> {
        let mut found: Vec<usize> = (0..lexicon.words.len())
            .filter(|word| lexicon.words[*word].groups >> group & 1 == 1)
            .map(|word| self.words[word])
            .collect();
        found.sort_unstable();
        found
    }

    /// For each further spelling the number of its word.
    fn aliases(&self, lexicon: &Lexicon<'_>) -> Vec<usize> {
        let words: HashMap<&str, usize> = lexicon.spellings.iter().copied().collect();
        let further = self.spellings[self.runs[3]..].iter();
        further.map(|spelling| self.words[words[spelling]]).collect()
    }

    fn spelling(&self, spelling: &str) -> Option<usize> {
        self.spellings.iter().position(|known| *known == spelling)
    }
}

/// Each as the number of letters it shares with the one before, then its other letters; at the end a zero. The letter in
/// which it differs is guessed from the one that stood there (in alphabetical order it comes after that), with a bit to
/// tell it from the other letters, each guessed from the one before.
fn pack_spellings(numbering: &Numbering<'_>, packer: &mut Packer) {
    let mut model = Model::new();
    let mut before: &[u8] = &[];
    for spelling in &numbering.spellings {
        let letters = spelling.as_bytes();
        let pairs = before.iter().zip(letters);
        let shared = pairs.take_while(|(left, right)| left == right).count();
        packer.byte(
            &mut model,
            last(before),
            u16::try_from(shared).unwrap_or_default(),
        );
        let mut after = before.get(shared).map_or(0, |letter| u16::from(letter | 128));
        for letter in &letters[shared..] {
            packer.byte(&mut model, after, u16::from(*letter));
            after = u16::from(*letter);
        }
        before = letters;
    }
    packer.byte(&mut model, last(before), 0);
}

fn last(letters: &[u8]) -> u16 {
    letters.last().map_or(0, |letter| u16::from(*letter))
}

/// All lists of weights, the commonest first; the first of all is empty.
fn weight_lists(lexicon: &Lexicon<'_>) -> Vec<Weights> {
    let words = lexicon.words.iter().map(|word| &word.weights);
    let rules = lexicon.rules.iter().map(|rule| &rule.weights);
    let mut uses: HashMap<&Weights, usize> = HashMap::new();
    for weights in words.chain(rules).filter(|weights| !weights.is_empty()) {
        *uses.entry(weights).or_default() += 1;
    }
    let mut lists: Vec<(&Weights, usize)> = uses.into_iter().collect();
    lists.sort_unstable_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(right.0)));
    let lists = lists.into_iter().map(|(weights, _)| weights.clone());
    std::iter::once(Weights::new()).chain(lists).collect()
}

fn weight_index(lists: &[Weights], weights: &Weights) -> usize {
    lists.iter().position(|list| list == weights).unwrap_or_default()
}

/// Each list but the empty one: its length, its classes with their points.
fn weight_table(lists: &[Weights]) -> Result<Vec<usize>, String> {
    let mut bytes = Vec::new();
    for list in &lists[1..] {
        bytes.push(list.len());
        for (place, (letter, points)) in list.iter().enumerate() {
            let class = CLASSES
                .find(*letter)
                .ok_or_else(|| format!("no class has the letter {letter}"))?;
            if list[..place].iter().any(|(other, _)| other == letter) {
                return Err(format!("twice the class {letter} in one list: {list:?}"));
            }
            bytes.extend([class, usize::from(points.cast_unsigned())]);
        }
    }
    Ok(bytes)
}

/// The list of each word, as far as words have any.
fn word_weights(
    lexicon: &Lexicon<'_>,
    numbering: &Numbering<'_>,
    lists: &[Weights],
) -> Result<Vec<usize>, String> {
    let mut bytes = vec![0; numbering.runs[1]];
    for (word, number) in lexicon.words.iter().zip(&numbering.words) {
        if !word.weights.is_empty() {
            let place = bytes
                .get_mut(*number)
                .ok_or("plain English has no weights: remove it from one of its lines")?;
            *place = weight_index(lists, &word.weights);
        }
    }
    Ok(bytes)
}

/// Rules by their first element: how many entries each element has, and all entries. Every further element of a rule is
/// one: its number, with a bit for a pair and one for more elements to come. Then the list of weights of each rule.
fn rules(
    lexicon: &Lexicon<'_>,
    numbering: &Numbering<'_>,
    lists: &[Weights],
) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
    let mut rules: Vec<(usize, bool, usize, Vec<usize>)> = Vec::new();
    for Rule {
        pair,
        elements,
        weights,
    } in &lexicon.rules
    {
        let mut numbers = elements.iter().map(|element| numbering.element(*element));
        let first = numbers.next().unwrap_or_default();
        rules.push((first, *pair, weight_index(lists, weights), numbers.collect()));
    }
    rules.sort_unstable();
    let elements = rules.last().map_or(0, |rule| rule.0 + 1);
    let (mut counts, mut entries) = (vec![0; elements], Vec::new());
    for (first, pair, _, rest) in &rules {
        counts[*first] += rest.len();
        for (place, element) in rest.iter().enumerate() {
            let more = place + 1 < rest.len();
            entries.push(element | usize::from(*pair) << 14 | usize::from(more) << 15);
        }
    }
    (counts, entries, rules.iter().map(|rule| rule.2).collect())
}

/// By first letter and length, so that the first that fits a typo is always the same.
fn foldable(lexicon: &Lexicon<'_>, numbering: &Numbering<'_>) -> Vec<usize> {
    let met = |spelling: &str| lexicon.spellings.iter().position(|known| known.0 == spelling);
    let mut spellings = lexicon.foldable.clone();
    spellings.sort_by_key(|spelling| (spelling.as_bytes()[0], spelling.len(), met(spelling)));
    spellings
        .iter()
        .filter_map(|spelling| numbering.spelling(spelling))
        .collect()
}

/// All first words, all second ones, and all the words that they are together.
fn joined(lexicon: &Lexicon<'_>, numbering: &Numbering<'_>) -> [Vec<usize>; 3] {
    let numbered = |parts: &[usize; 3]| parts.map(|word| numbering.words[word]);
    let mut joined: Vec<[usize; 3]> = lexicon.joined.iter().map(numbered).collect();
    joined.sort_unstable();
    [0, 1, 2].map(|part| joined.iter().map(|parts| parts[part]).collect())
}

/// The constants that the crate's source uses: sizes, and each group's bit.
fn constants(lexicon: &Lexicon<'_>, numbering: &Numbering<'_>, tables: &[Vec<u16>]) -> String {
    let sizes: Vec<(usize, bool)> = tables.iter().map(|table| (table.len(), is_wide(table))).collect();
    let mut text = format!("const SIZES: [(usize, bool); {}] = {sizes:?};\n", sizes.len());
    let [_, _, first_plain, first_alias, spellings] = numbering.runs;
    for (name, value) in [
        ("FIRST_PLAIN", first_plain),
        ("FIRST_ALIAS", first_alias),
        ("SPELLINGS", spellings),
    ] {
        let _ = writeln!(text, "const {name}: usize = {value};");
    }
    let _ = writeln!(text, "const GROUPS: u16 = {};", lexicon.groups.len());
    text += "/// A bit for each group of the lexicon.\n";
    text += "#[expect(dead_code, reason = \"only the notation names most of them\")]\n";
    text += "pub(crate) mod group {\n";
    for (bit, name) in lexicon.groups.iter().enumerate() {
        let _ = writeln!(text, "    pub(crate) const {name}: u64 = 1 << {bit};");
    }
    text + "}\n"
}
