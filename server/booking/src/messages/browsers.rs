//! The browsers that take notifications: turned on and off by whoever uses them, and forgotten when their push service says so.

use futures_util::future::join_all;

use super::{Messages, Reader, Went};
use callout_domain::clock::{Millis, SECOND};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys;
use callout_domain::message_kind::MessageKind;
use callout_domain::push::{self, Note, Subscription};
use callout_domain::role::Role;
use callout_outside::mail::news::{Asked, News};
use callout_outside::notify::push::Pushed;
use callout_store::push_subscriptions::{self, PushSubscription, Renewed};
use callout_store::{Connection, bookings, clients, masters};

/// Who turns notifications on.
#[derive(Debug, Clone)]
pub struct Subscriber {
    /// The person.
    pub id: String,
    /// Client or pro.
    pub role: Role,
    /// The session they end with.
    pub session: String,
}

/// A browser to send to.
struct Browser {
    id: String,
    public_key: String,
    subscription: Option<Subscription>,
}

impl Browser {
    fn of(id: String, endpoint: &str, public_key: String, secret: &str) -> Self {
        Self {
            subscription: Subscription::stored(endpoint, &public_key, secret),
            id,
            public_key,
        }
    }
}

impl Messages {
    /// Our public key, by which browsers subscribe.
    #[must_use]
    pub fn push_key(&self) -> &str {
        self.push.public_key()
    }

    /// How many browsers of a person are notified now.
    pub async fn browsers_of(&self, id: &str) -> Fallible<usize> {
        let now = self.clock.now();
        let found = push_subscriptions::of_people(&mut self.db.read().await?, id, id, now).await?;
        Ok(found.len())
    }

    /// Notifies a browser from now on. Beyond ten browsers of a person the oldest is forgotten.
    ///
    /// # Errors
    /// 422 on `endpoint` and `keys.p256dh`; 401 when the account is closed.
    pub async fn subscribe(&self, by: Subscriber, to: Subscription) -> Fallible<()> {
        self.push.check(&to)?;
        let now = self.clock.now();
        let browser = PushSubscription {
            id: keys::sha256_text(to.endpoint.as_str().as_bytes()),
            person_id: by.id,
            session_id: by.session,
            public_key: to.public_key_text(),
            auth_secret: to.secret_text(),
            endpoint: to.endpoint.into(),
            created_at: now,
        };
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    hold(connection, &browser.person_id, by.role, now).await?;
                    Ok(push_subscriptions::put(connection, &browser, push::MOST).await?)
                })
            })
            .await
    }

    /// Notifies a browser by its new subscription in place of the one it had, whose secret it knows. Does nothing for one that is unknown.
    ///
    /// # Errors
    /// 422 on `endpoint` and `keys.p256dh`.
    pub async fn renew(&self, was: &str, secret: String, to: Subscription) -> Fallible<()> {
        self.push.check(&to)?;
        let was = keys::sha256_text(was.as_bytes());
        let secret = secret.trim_end_matches('=').to_owned();
        if !push_subscriptions::is_known(&mut self.db.read().await?, &was, &secret).await? {
            return Ok(());
        }
        let renewed = Renewed {
            id: keys::sha256_text(to.endpoint.as_str().as_bytes()),
            public_key: to.public_key_text(),
            auth_secret: to.secret_text(),
            endpoint: to.endpoint.into(),
        };
        self.db
            .write(move |connection| {
                Box::pin(
                    async move { Ok(push_subscriptions::renew(connection, &was, &secret, &renewed).await?) },
                )
            })
            .await
    }

    /// Notifies a browser no longer; does nothing for one that is not the caller's.
    ///
    /// # Errors
    /// 401 when the account is closed.
    pub async fn unsubscribe(&self, by: Subscriber, endpoint: &str) -> Fallible<()> {
        let (id, now) = (keys::sha256_text(endpoint.as_bytes()), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    hold(connection, &by.id, by.role, now).await?;
                    push_subscriptions::delete_own(connection, &id, &by.id).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Pushes the offers of a wave that stand to the browsers of their pros. A push that fails is not repeated: the offer would be
    /// over.
    pub async fn push_offers(&self, booking_id: &str, round: i64, wave: i64) -> Fallible<()> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let offers = push_subscriptions::of_wave(&mut connection, booking_id, round, wave, now).await?;
        let booking = bookings::find(&mut connection, booking_id).await?;
        drop(connection);
        let Some(booking) = booking.filter(|booking| booking.facts().is_matching) else {
            return Ok(());
        };
        let pushes = offers.into_iter().map(|offer| {
            let news = News {
                message: MessageKind::Offer,
                booking: &booking,
                pro: None,
                asked: Some(Asked {
                    length_minutes: None,
                    pence: offer.price_pence,
                    until: offer.expires_at,
                }),
                late_minutes: None,
                start_code: None,
                trader: &self.trader,
                has_profile: true,
                link: String::new(),
                key: String::new(),
            };
            let path = super::path(MessageKind::Offer, &booking);
            // It may come late: the page that it opens says whether the job can still be had.
            let note = news.note(path, seconds(MessageKind::Offer.rule().life));
            let browser = Browser::of(offer.id, &offer.endpoint, offer.public_key, &offer.auth_secret);
            async move { self.push_to(&browser, &note).await }
        });
        join_all(pushes)
            .await
            .into_iter()
            .try_for_each(|pushed| pushed.map(drop))
    }

    /// Notifies the browsers of a message's reader.
    pub(super) async fn to_browsers(
        &self,
        news: &News<'_>,
        reader: &Reader,
        until: Millis,
    ) -> Fallible<Went> {
        let now = self.clock.now();
        let found =
            push_subscriptions::of_people(&mut self.db.read().await?, &reader.id, &reader.also, now).await?;
        let note = news.note(super::path(news.message, news.booking), seconds(until - now));
        let pushes = found.into_iter().map(|row| {
            let browser = Browser::of(row.id, &row.endpoint, row.public_key, &row.auth_secret);
            let note = &note;
            async move { self.push_to(&browser, note).await }
        });
        let mut went = Went::Nowhere;
        for pushed in join_all(pushes).await {
            match pushed? {
                Pushed::Sent => return Ok(Went::Sent),
                Pushed::NotNow => went = Went::NotNow,
                Pushed::Gone | Pushed::Refused => {}
            }
        }
        Ok(went)
    }

    async fn push_to(&self, browser: &Browser, note: &Note) -> Fallible<Pushed> {
        let Some(subscription) = &browser.subscription else {
            return Ok(Pushed::Refused);
        };
        let pushed = self.push.send(subscription, note).await?;
        if pushed == Pushed::Gone {
            self.forget(browser).await?;
        }
        Ok(pushed)
    }

    async fn forget(&self, browser: &Browser) -> Fallible<()> {
        let (id, public_key, now) = (browser.id.clone(), browser.public_key.clone(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    if let Some(person) =
                        push_subscriptions::delete_gone(connection, &id, &public_key).await?
                    {
                        // Matching asks those first who can be reached. Does nothing for a client.
                        masters::touch(connection, &person, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}

/// Locks the person's account, so that of two browsers at once each sees the other; for a pro, matching learns of the change.
async fn hold(connection: &mut Connection, id: &str, role: Role, now: Millis) -> Fallible<()> {
    let is_there = match role {
        Role::Client => clients::hold(connection, id).await?,
        Role::Master => masters::touch(connection, id, now).await?,
    };
    if is_there {
        Ok(())
    } else {
        Err(Failure::unauthorised())
    }
}

/// At least one: 0 would mean "now or never".
fn seconds(span: Millis) -> u64 {
    u64::try_from(span / SECOND).unwrap_or_default().max(1)
}
