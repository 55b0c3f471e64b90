//! Several jobs in one description: problems of two trades, or two of one trade that "and", "also" or "plus" joins, each
//! with a thing of its own. Two taps are one job.

use super::score::Scores;
use super::{Problem, confidence};
use crate::lexicon::{Groups, Lexicon, WordNumber, group};
use crate::text::{JOINED_PAUSE, Text, Word};

/// Fewer points are no problem by themselves.
const LEAST_POINTS: i32 = 5;

/// Parts beyond these are not looked at, which bounds the work.
const MOST_PARTS: usize = 8;

/// A part of a description that holds one problem.
struct Part {
    problem: Problem,
    /// The things that it is about.
    things: Vec<WordNumber>,
    /// One of them is more than a surface or a pipe.
    solid: bool,
    /// What is wrong or wanted is said.
    asks: bool,
    /// "and", "also" or "plus" comes before it.
    joined: bool,
}

/// The problems of a description that holds several jobs; none where it holds one.
pub(super) fn problems(text: &Text, words: &[Word]) -> Vec<Problem> {
    let mut parts: Vec<Part> = Vec::new();
    let mut several = Vec::new();
    for (place, joined) in starts(text) {
        let end = starts(text).map(|(start, _)| start).find(|start| *start > place);
        let inside = |word: &&Word| word.place >= place && end.is_none_or(|end| word.place < end);
        let words: Vec<Word> = words.iter().filter(inside).copied().collect();
        let Some(part) = part(&words, joined) else {
            continue;
        };
        // What has been named before is the same job still.
        if !parts.iter().any(|earlier| share_a_thing(earlier, &part)) {
            let others = parts.iter().filter(|earlier| are_two(earlier, &part));
            several.extend(others.flat_map(|earlier| [earlier.problem, part.problem]));
        }
        parts.push(part);
    }
    let mut problems = Vec::new();
    for problem in several {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}

fn share_a_thing(earlier: &Part, later: &Part) -> bool {
    earlier.things.iter().any(|thing| later.things.contains(thing))
}

/// Whether two parts are two jobs.
fn are_two(earlier: &Part, later: &Part) -> bool {
    let both_ask = earlier.asks && later.asks;
    let solid = earlier.solid && later.solid;
    if earlier.problem.trade() != later.problem.trade() {
        return both_ask && (solid || later.joined) || later.joined && solid;
    }
    let may_repeat = matches!(earlier.problem, Problem::Leak | Problem::Handyman);
    both_ask && later.joined && solid && (earlier.problem != later.problem || may_repeat)
}

/// What a part is about, if it names a thing and speaks for a type.
fn part(words: &[Word], joined: bool) -> Option<Part> {
    let lexicon = Lexicon::get();
    let numbers = || words.iter().filter_map(|word| word.number);
    let has = |wanted: Groups| numbers().any(|number| lexicon.groups(number) & wanted != 0);
    if !has(group::THING | group::SURFACE) {
        return None;
    }
    let scores = Scores::of(words);
    let (ranked, support) = confidence::ranked(&scores);
    let (problem, _) = ranked.first()?;
    if support.points < LEAST_POINTS || scores.elsewhere() {
        return None;
    }
    let is_thing = |number: &WordNumber| lexicon.groups(*number) & (group::THING | group::SURFACE) != 0;
    Some(Part {
        problem: *problem,
        things: numbers().filter(is_thing).collect(),
        solid: has(group::THING),
        asks: has(group::FAULT | group::WORKING),
        joined,
    })
}

/// Where parts begin, and whether "and", "also" or "plus" joins them to the one before.
fn starts(text: &Text) -> impl Iterator<Item = (u32, bool)> {
    let entries = text.entries();
    let start = move |(index, word): (usize, &Word)| {
        let before = index.checked_sub(1).and_then(|before| entries.get(before));
        let gap = before.map_or(u32::MAX, |before| word.place - before.place);
        let joins = matches!(text.word(word), "and" | "n" | "also" | "plus");
        let pictured = gap == 1 + JOINED_PAUSE;
        (gap > 1 || joins).then_some((word.place, joins || pictured))
    };
    entries.iter().enumerate().filter_map(start).take(MOST_PARTS)
}
