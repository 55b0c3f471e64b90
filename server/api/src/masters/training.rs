//! The training of the signed-in pro.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::training::{self, Module, NEEDED};
use callout_front::extract::{Json, Master, Path};
use callout_front::state::AppState;

/// A module, without its text.
#[derive(Serialize, ToSchema)]
pub struct TrainingSummary {
    /// Its name in addresses.
    id: &'static str,
    /// Its title.
    title: &'static str,
    /// What it is about, in a sentence.
    description: &'static str,
    /// How long it takes, minutes.
    duration: u32,
    /// Whether the pro has completed it.
    completed: bool,
}

/// Every module there is.
#[derive(Serialize, ToSchema)]
pub struct TrainingList {
    /// The modules, in the order in which they are shown.
    items: Vec<TrainingSummary>,
}

/// A part of a module.
#[derive(Serialize, ToSchema)]
pub struct TrainingSection {
    /// Its title.
    title: &'static str,
    /// Its text.
    paragraphs: &'static [String],
}

/// A question.
#[derive(Serialize, ToSchema)]
pub struct TrainingQuestion {
    /// The question.
    text: &'static str,
    /// What can be answered.
    choices: &'static [String],
}

/// A module with its text.
#[derive(Serialize, ToSchema)]
pub struct TrainingModule {
    #[serde(flatten)]
    summary: TrainingSummary,
    /// What is read.
    sections: Vec<TrainingSection>,
    /// What is asked afterwards.
    questions: Vec<TrainingQuestion>,
}

/// What a pro answers.
#[derive(Deserialize, ToSchema)]
pub struct TrainingAnswers {
    /// How many sections were read.
    sections: usize,
    /// The place of the chosen answer, from 0, for each question.
    answers: Vec<usize>,
}

/// An answer, judged.
#[derive(Serialize, ToSchema)]
pub struct TrainingVerdict {
    /// Whether it is right.
    right: bool,
    /// Why the right answer is right.
    why: &'static str,
}

/// How a pro did.
#[derive(Serialize, ToSchema)]
pub struct TrainingResult {
    /// Whether the module is completed, now or before.
    completed: bool,
    /// How many answers are right.
    right: usize,
    /// How many must be.
    needed: usize,
    /// The answers, in the order of the questions.
    answers: Vec<TrainingVerdict>,
}

fn summary(module: &'static Module, completed: &[String]) -> TrainingSummary {
    TrainingSummary {
        id: &module.id,
        title: &module.title,
        description: &module.description,
        duration: module.minutes,
        completed: completed.contains(&module.id),
    }
}

/// The training modules, and which of them the signed-in pro has completed.
#[utoipa::path(
    get, path = "/api/masters/{id}/training", tag = "Masters",
    params(("id" = String, Path, description = "the signed-in pro")),
    responses((status = 200, body = TrainingList), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
) -> Fallible<axum::Json<TrainingList>> {
    check_own(&id, &master)?;
    let completed = state.pros.completed_training(&id).await?;
    let items = training::all().iter().map(|module| summary(module, &completed));
    Ok(axum::Json(TrainingList {
        items: items.collect(),
    }))
}

/// A training module with its text and questions.
#[utoipa::path(
    get, path = "/api/masters/{id}/trainings/{moduleId}", tag = "Masters",
    params(("id" = String, Path, description = "the signed-in pro"), ("moduleId" = String, Path)),
    responses((status = 200, body = TrainingModule), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    Path((id, module)): Path<(String, String)>,
    master: Master,
) -> Fallible<axum::Json<TrainingModule>> {
    check_own(&id, &master)?;
    let module = training::find(&module).ok_or_else(no_module)?;
    let completed = state.pros.completed_training(&id).await?;
    let section = |section: &'static training::Section| TrainingSection {
        title: &section.title,
        paragraphs: &section.paragraphs,
    };
    let question = |question: &'static training::Question| TrainingQuestion {
        text: &question.text,
        choices: &question.choices,
    };
    Ok(axum::Json(TrainingModule {
        summary: summary(module, &completed),
        sections: module.sections.iter().map(section).collect(),
        questions: module.questions.iter().map(question).collect(),
    }))
}

/// Checks the signed-in pro's answers. With 4 right ones, and every section read, the module is completed.
#[utoipa::path(
    post, path = "/api/masters/{id}/trainings/{moduleId}/complete", tag = "Masters", request_body = TrainingAnswers,
    params(("id" = String, Path, description = "the signed-in pro"), ("moduleId" = String, Path)),
    responses((status = 200, body = TrainingResult), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem))
)]
pub async fn complete(
    State(state): State<AppState>,
    Path((id, module)): Path<(String, String)>,
    master: Master,
    Json(given): Json<TrainingAnswers>,
) -> Fallible<axum::Json<TrainingResult>> {
    check_own(&id, &master)?;
    let module = training::find(&module).ok_or_else(no_module)?;
    let result = state
        .pros
        .answer_training(&id, module, given.sections, &given.answers)
        .await?;
    let answers = module.questions.iter().zip(&result.right);
    Ok(axum::Json(TrainingResult {
        completed: result.is_completed,
        right: result.right.iter().filter(|right| **right).count(),
        needed: NEEDED,
        answers: answers
            .map(|(question, right)| TrainingVerdict {
                right: *right,
                why: &question.why,
            })
            .collect(),
    }))
}

fn check_own(id: &str, master: &Master) -> Fallible<()> {
    if master.id == id {
        Ok(())
    } else {
        Err(Failure::not_found("There is no such pro."))
    }
}

fn no_module() -> Failure {
    Failure::not_found("There is no such training module.")
}
