//! The training of pros.

use super::Pros;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::training::{self, Module, NEEDED};
use callout_store as store;

/// How a pro did in the questions of a module.
#[derive(Debug, Clone)]
pub struct Result {
    /// Whether each answer was right.
    pub right: Vec<bool>,
    /// Whether the module is completed, now or before.
    pub is_completed: bool,
}

impl Pros {
    /// The ids of the modules that a pro has completed.
    pub async fn completed_training(&self, id: &str) -> Fallible<Vec<String>> {
        Ok(store::training::completed(&mut self.db.read().await?, id).await?)
    }

    /// True when a pro has completed every module that there is.
    pub async fn is_trained(&self, id: &str) -> Fallible<bool> {
        let completed = self.completed_training(id).await?;
        Ok(training::all()
            .iter()
            .all(|module| completed.contains(&module.id)))
    }

    /// Checks a pro's answers to a module's questions; with enough right ones it is completed.
    ///
    /// # Errors
    /// 401 when the account is closed; 422 on `sections` and `answers`.
    pub async fn answer_training(
        &self,
        id: &str,
        module: &'static Module,
        sections: usize,
        answers: &[usize],
    ) -> Fallible<Result> {
        let right = module.check(sections, answers)?;
        if right.iter().filter(|right| **right).count() < NEEDED {
            let is_completed = self.completed_training(id).await?.contains(&module.id);
            return Ok(Result { right, is_completed });
        }
        let (id, now) = (id.to_owned(), self.clock.now());
        let noted = self.db.write(move |connection| {
            Box::pin(async move {
                if !callout_store::masters::touch(connection, &id, now).await? {
                    return Err(Failure::unauthorised());
                }
                store::training::complete(connection, &id, &module.id, now).await?;
                Ok(())
            })
        });
        noted.await?;
        Ok(Result {
            right,
            is_completed: true,
        })
    }
}
