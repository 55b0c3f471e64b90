//! Training for pros: short modules that are read and then asked about. They are no qualification.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::failure::{Failure, Fallible};

/// How many answers of a module must be right.
pub const NEEDED: usize = 4;

/// The modules' files, in the order in which they are shown.
const FILES: [&str; 4] = [
    include_str!("../training/isolating-water.json"),
    include_str!("../training/safe-isolation.json"),
    include_str!("../training/gas-awareness.json"),
    include_str!("../training/customer-care.json"),
];

/// A test holds that every file is read.
static MODULES: LazyLock<Vec<Module>> = LazyLock::new(|| {
    let read = |file| serde_json::from_str(file).ok();
    FILES.into_iter().filter_map(read).collect()
});

/// A module.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Module {
    /// Its name in addresses.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub description: String,
    /// How long it takes.
    pub minutes: u32,
    /// What is read.
    pub sections: Vec<Section>,
    /// What is asked afterwards.
    pub questions: Vec<Question>,
}

/// A part of a module.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// Its text.
    pub paragraphs: Vec<String>,
}

/// A question with its choices.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub text: String,
    /// What can be answered.
    pub choices: Vec<String>,
    /// The place of the right choice, from 0.
    pub answer: usize,
    /// Why it is the right one.
    pub why: String,
}

/// Every module, in the order in which they are shown.
#[must_use]
pub fn all() -> &'static [Module] {
    &MODULES
}

/// The module of this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Module> {
    all().iter().find(|module| module.id == id)
}

impl Module {
    /// Whether each answer is right, once every section was read.
    ///
    /// # Errors
    /// 422 on `sections` while some are unread, on `answers` unless there is one of its choices for each question.
    pub fn check(&self, sections: usize, answers: &[usize]) -> Fallible<Vec<bool>> {
        if sections < self.sections.len() {
            return Err(Failure::field("sections", "Please read every section first."));
        }
        let is_answered = |(question, answer): (&Question, &usize)| *answer < question.choices.len();
        let all_answered = self.questions.iter().zip(answers).all(is_answered);
        if answers.len() != self.questions.len() || !all_answered {
            return Err(Failure::field("answers", "Please answer every question."));
        }
        let is_right = |(question, answer): (&Question, &usize)| question.answer == *answer;
        Ok(self.questions.iter().zip(answers).map(is_right).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_whole() {
        assert_eq!(all().len(), FILES.len());
        for module in all() {
            assert_eq!(find(&module.id).map(|found| &found.title), Some(&module.title));
            assert!(
                module.sections.len() >= 4
                    && module
                        .sections
                        .iter()
                        .all(|section| !section.paragraphs.is_empty())
            );
            assert_eq!(module.questions.len(), 5, "{}", module.id);
            for question in &module.questions {
                assert!(question.answer < question.choices.len(), "{}", question.text);
            }
        }
    }

    #[test]
    fn all_is_read_and_answered_before_it_counts() {
        let module = &all()[0];
        let right: Vec<usize> = module.questions.iter().map(|question| question.answer).collect();
        let sections = module.sections.len();
        assert_eq!(module.check(sections, &right).unwrap(), [true; 5]);
        let errors = |sections, answers: &[usize]| module.check(sections, answers).unwrap_err().errors;
        assert!(errors(sections - 1, &right).contains_key("sections"));
        for wrong in [&right[1..], &[9; 5]] {
            assert!(errors(sections, wrong).contains_key("answers"));
        }
        let mut one_wrong = right.clone();
        one_wrong[0] = usize::from(right[0] == 0);
        assert_eq!(
            module.check(sections, &one_wrong).unwrap(),
            [false, true, true, true, true]
        );
    }
}
