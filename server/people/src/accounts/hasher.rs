//! Argon2id behind a bounded queue, on one low-priority thread of its own. A flood of sign-ins gets only the spare time of one
//! core and the memory of one hash; when the queue is full, callers are refused at once.

use callout_domain::failure::{Failure, Fallible};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::oneshot;

use callout_base::telemetry;
use callout_domain::clock::random_bytes;

/// Passwords that may wait in the queue: less than a second of work.
pub const QUEUE: usize = 16;
/// OWASP's parameters: KiB of memory, passes, lanes.
const COST: (u32, u32, u32) = (19_456, 2, 1);

/// The thread's niceness: 0 is normal, 19 the lowest priority; at 10 it gets about a tenth of a contended core.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// The hasher. Cheap to clone; its thread stops when the last clone is dropped.
#[derive(Clone)]
pub struct Hasher(SyncSender<Job>);

struct Job {
    password: SecretString,
    task: Task,
    answer: oneshot::Sender<Fallible<Outcome>>,
}

enum Task {
    Hash,
    Verify(String),
    /// There is no such account: does the same work, so that the answer takes equally long.
    Pretend,
}

enum Outcome {
    Hash(String),
    Matches(bool),
}

impl Hasher {
    /// Starts the thread.
    ///
    /// # Errors
    /// A sentence for the operator when the thread cannot be started.
    pub fn start() -> Result<Self, String> {
        let (_, passes, lanes) = COST;
        let cost = Params::new(COST.0, passes, lanes, None).map_err(|error| format!("passwords: {error}"))?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost);
        let (jobs, queue) = sync_channel(QUEUE);
        std::thread::Builder::new()
            .name("passwords".to_owned())
            .spawn(move || work(&argon, &queue))
            .map_err(|error| format!("passwords: {error}"))?;
        Ok(Self(jobs))
    }

    /// The hash of a new password, in PHC form.
    ///
    /// # Errors
    /// 429 when the queue is full.
    pub async fn hash(&self, password: SecretString) -> Fallible<String> {
        match self.run(password, Task::Hash).await? {
            Outcome::Hash(hash) => Ok(hash),
            Outcome::Matches(_) => Err(Failure::internal("a hash was asked for")),
        }
    }

    /// True when the password matches `hash`. Without a hash it is always false, after the same time.
    ///
    /// # Errors
    /// 429 when the queue is full.
    pub async fn verify(&self, password: SecretString, hash: Option<String>) -> Fallible<bool> {
        let task = hash.map_or(Task::Pretend, Task::Verify);
        Ok(matches!(self.run(password, task).await?, Outcome::Matches(true)))
    }

    async fn run(&self, password: SecretString, task: Task) -> Fallible<Outcome> {
        let (answer, answered) = oneshot::channel();
        let job = Job {
            password,
            task,
            answer,
        };
        match self.0.try_send(job) {
            Ok(()) => {
                let outcome = answered.await.map_err(Failure::internal)?;
                count("done");
                outcome
            }
            Err(TrySendError::Full(_)) => {
                count("refused");
                Err(Failure::too_many(1))
            }
            Err(TrySendError::Disconnected(_)) => Err(Failure::internal("the hasher has stopped")),
        }
    }
}

fn count(outcome: &'static str) {
    metrics::counter!(telemetry::PASSWORDS, "outcome" => outcome).increment(1);
}

/// Lowers the priority of this thread: one hash takes as long as hundreds of other answers. Only on Linux, since elsewhere the
/// priority is that of the whole process.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::warn!(%error, "passwords are checked at full priority");
    }
}

fn work(argon: &Argon2<'_>, queue: &Receiver<Job>) {
    give_way();
    for job in queue {
        // The caller may have gone away; then nobody needs the answer.
        if job.answer.is_closed() {
            count("given_up");
            continue;
        }
        let outcome = perform(argon, job.password.expose_secret().as_bytes(), job.task);
        let _ = job.answer.send(outcome);
    }
}

fn perform(argon: &Argon2<'_>, password: &[u8], task: Task) -> Fallible<Outcome> {
    let hash = |password: &[u8]| -> Fallible<String> {
        let salt = random_bytes::<16>()?;
        let hash = argon.hash_password_with_salt(password, &salt);
        Ok(hash.map_err(Failure::internal)?.to_string())
    };
    match task {
        Task::Hash => hash(password).map(Outcome::Hash),
        Task::Verify(stored) => {
            let matches = argon.verify_password(password, stored.as_str()).is_ok();
            Ok(Outcome::Matches(matches))
        }
        Task::Pretend => hash(password).map(|_| Outcome::Matches(false)),
    }
}
