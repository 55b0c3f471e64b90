//! Messages from the support page: kept, and passed on by email to whoever answers them, who is told of jobs that began without the
//! client's code, and of those that clients ask to stop, too. Operators answer them in the console, by email.

use url::Url;

use callout_base::audit;
use callout_base::limits::{self, Address, Limits};
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::sha256_text;
use callout_domain::operator::By;
use callout_domain::support::{self as words, Enquiry, SupportMessage};
use callout_domain::time;
use callout_domain::work::Work;
use callout_outside::mail;
use callout_outside::notify::Notifier;
use callout_store::{Connection, Db, bookings, jobs, masters, mismatches, operators, support};

/// Messages of a list in the console.
const AT_ONCE: i64 = 100;

/// Takes messages; cloning it is cheap.
#[derive(Clone)]
pub struct Support {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Rate limits.
    pub limits: Limits,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where the application is found.
    pub base: Url,
    /// Who answers; without it, messages are only kept.
    pub to: Option<String>,
}

impl Support {
    /// Keeps a message and passes it on. The same message sent again on the same day, after a lost answer, changes nothing.
    ///
    /// # Errors
    /// 422 on a field; 429.
    pub async fn take(&self, address: Address<'_>, enquiry: Enquiry<'_>) -> Fallible<()> {
        let now = self.clock.now();
        let mut message = enquiry.parse(now)?;
        self.limits.count_address(limits::SUPPORT, address, now)?;
        message.id = id(&message);
        let work = Work::SupportMessage {
            id: message.id.clone(),
        };
        let kept = self.db.write(move |connection| {
            Box::pin(async move {
                if support::add(connection, &message).await? {
                    jobs::enqueue(connection, &work, Some(&message.id), now, now).await?;
                }
                Ok(())
            })
        });
        kept.await
    }

    /// Passes a message on; does nothing when nobody is configured, or its writer was erased.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn pass_on(&self, id: &str) -> Fallible<()> {
        let Some(to) = &self.to else {
            return Ok(());
        };
        let message = support::find(&mut self.db.read().await?, id).await?;
        match message {
            Some(message) => {
                let link = self.address(&format!("/admin/support/{id}"));
                self.notifier
                    .send_for_job(&mail::support::message(to, &link, &message))
                    .await
            }
            None => Ok(()),
        }
    }

    /// The messages that wait, the longest first, and the last ones that were answered or closed.
    pub async fn queue(&self) -> Fallible<(Vec<SupportMessage>, Vec<SupportMessage>)> {
        let mut connection = self.db.read().await?;
        let waiting = support::waiting(&mut connection, AT_ONCE).await?;
        Ok((waiting, support::ended(&mut connection, AT_ONCE).await?))
    }

    /// A message.
    ///
    /// # Errors
    /// 404 when there is none of this id.
    pub async fn find(&self, id: &str) -> Fallible<SupportMessage> {
        let message = support::find(&mut self.db.read().await?, id).await?;
        message.ok_or_else(no_message)
    }

    /// Answers a message: the answer is kept with it, and sent to whoever wrote.
    ///
    /// # Errors
    /// 404; 409 `not_waiting` when it was answered or closed; 422 on `answer`; those of [`audit::note`].
    pub async fn answer(&self, id: String, answer: &str, by: By) -> Fallible<()> {
        let (answer, now) = (words::answer(answer)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::SupportAnswered, Subject::Support(id.clone()));
                    end(connection, &id, Some(&answer), &by, &entry, now).await?;
                    let key = format!("answer-{id}");
                    let work = Work::SupportAnswer { id };
                    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// Closes a message without an answer.
    ///
    /// # Errors
    /// 404; 409 `not_waiting` when it was answered or closed; 422 on `reason`; those of [`audit::note`].
    pub async fn close(&self, id: String, reason: &str, by: By) -> Fallible<()> {
        let (reason, now) = (words::reason(reason)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let subject = Subject::Support(id.clone());
                    let entry = Entry::new(Act::SupportClosed, subject).because(&reason);
                    end(connection, &id, None, &by, &entry, now).await?;
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// Sends an operator's answer; does nothing when its message was erased.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send_answer(&self, id: &str) -> Fallible<()> {
        let message = support::find(&mut self.db.read().await?, id).await?;
        let Some(message) = message else {
            return Ok(());
        };
        match &message.answer {
            Some(answer) => {
                let email = mail::support::answer(self.to.as_deref(), &message, answer);
                self.notifier.send_for_job(&email).await
            }
            None => Ok(()),
        }
    }

    /// Says that a job has begun without the client's code; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn begun_without_code(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        let reason = booking.and_then(|booking| booking.started_without);
        match (&self.to, reason) {
            (Some(to), Some(reason)) => {
                let link = self.address(&format!("/admin/bookings/{booking_id}#work"));
                let message = mail::support::begun_without_code(to, &link, booking_id, &reason);
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }

    /// Says that the texts of an hour or a day are used up, or nearly; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn texts_used(&self, percent: i64, of_day: bool) -> Fallible<()> {
        let Some(to) = &self.to else { return Ok(()) };
        let message = mail::support::texts_used(to, percent, of_day);
        self.notifier.send_for_job(&message).await
    }

    /// Says that a job is work on gas and its pro not Gas Safe; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn gas_work(&self, booking_id: &str) -> Fallible<()> {
        let Some(to) = &self.to else { return Ok(()) };
        let link = self.address(&format!("/admin/bookings/{booking_id}"));
        let message = mail::support::gas_work(to, booking_id, &link);
        self.notifier.send_for_job(&message).await
    }

    /// Says that a pro often reports jobs that are not what was booked, or that a client has not chosen what to do about one; does nothing
    /// when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn not_as_booked(&self, mismatch_id: &str, is_often: bool) -> Fallible<()> {
        let known = mismatches::find(&mut self.db.read().await?, mismatch_id).await?;
        match (&self.to, known) {
            (Some(to), Some(known)) => {
                let link = self.address(&format!("/admin/bookings/{}", known.booking_id));
                let message = mail::support::not_as_booked(to, &known, is_often, &link);
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }

    /// Says that a client asks to stop a job; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn stop_asked(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        match (&self.to, booking.and_then(|booking| booking.stop_text)) {
            (Some(to), Some(text)) => {
                let link = self.address(&format!("/admin/bookings/{booking_id}"));
                let message = mail::support::stop_asked(to, booking_id, &text, &link);
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }

    /// Tells all super admins that there is a new operator: one of them alone could have made a second.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn operator_added(&self, operator_id: &str, by: Option<&str>) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let Some(added) = operators::find(&mut connection, operator_id).await? else {
            return Ok(());
        };
        let by = match by {
            Some(id) => operators::find(&mut connection, id).await?.map(|by| by.email),
            None => None,
        };
        let told = operators::super_admins(&mut connection).await?;
        drop(connection);
        let link = self.address(&format!("/admin/operators/{operator_id}"));
        for operator in told.iter().filter(|operator| operator.id != added.id) {
            let message = mail::support::operator_added(&operator.email, &added, by.as_deref(), &link);
            self.notifier.send_for_job(&message).await?;
        }
        Ok(())
    }

    /// Tells a pro that a passkey was added to their account: whoever was in it may have done that, and no new password ends it.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn passkey_added(&self, master_id: &str, passkey_id: &str) -> Fallible<()> {
        let pro = masters::find(&mut self.db.read().await?, master_id).await?;
        let Some(pro) = pro else { return Ok(()) };
        let link = self.address("/master/profile");
        let message = mail::support::passkey_added(&pro.email, passkey_id, link);
        self.notifier.send_for_job(&message).await
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }
}

/// Ends the wait of a message. Whoever comes second reads what the other did.
async fn end(
    connection: &mut Connection,
    id: &str,
    answer: Option<&str>,
    by: &By,
    entry: &Entry,
    now: Millis,
) -> Fallible<()> {
    if support::end(connection, id, answer, now).await?.is_some() {
        return Ok(());
    }
    if support::find(connection, id).await?.is_none() {
        return Err(no_message());
    }
    audit::check(connection, by, entry).await?;
    let detail = "This message was answered or closed already.";
    Err(Failure::conflict("not_waiting", detail))
}

fn no_message() -> Failure {
    Failure::not_found("There is no such message.")
}

fn id(message: &SupportMessage) -> String {
    let said = serde_json::json!([
        time::day(message.created_at),
        message.name,
        message.email,
        message.message,
        message.booking_id,
    ]);
    format!("support-{}", sha256_text(said.to_string().as_bytes()))
}
