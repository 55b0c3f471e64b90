//! How a booking finds its pro: who may be asked, in which order, when, and what each answer means. Every decision is a
//! function of its arguments: instants in Unix milliseconds, distances in metres, money in pence. `docs/rules/matching.md`
//! says the same for people.

pub mod answer;
pub mod arrival;
pub mod candidate;
pub mod diary;
pub mod eligible;
pub mod grid;
pub mod hours;
pub mod overlap;
pub mod plan;
pub mod proposal;
pub mod rules;
pub mod wave;
