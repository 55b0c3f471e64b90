//! Passkeys of pros and operators: an authenticator is asked something that is kept here, and its answer is held against it once. What is
//! the same for both stands here; what a sign-in and an act are to each of them, in the files beside it.

mod operators;
mod pros;
mod refusals;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;
use webauthn_rs::Webauthn;
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, Passkey as Key, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, WebauthnBuilder, WebauthnError,
};

use self::refusals::{closed, known, most, off, over, refused, refused_new, unknown, unreadable};
use callout_base::limits::{self, Address, Limits};
use callout_domain::clock::{Clock, random_bytes};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::keys::sha256_text;
use callout_domain::passkey::{self, CEREMONY_LIFE, Holder, MOST, Owner, Purpose, RelyingParty};
use callout_store::passkeys::{self, Ceremony, Passkey};
use callout_store::{Connection, Db, StoreError, from_json, operator_sessions, sessions, to_json};

/// Adds passkeys and checks them; cloning it is cheap.
#[derive(Clone)]
pub struct Passkeys {
    db: Db,
    clock: Clock,
    limits: Limits,
    /// None where browsers offer no passkeys.
    webauthn: Option<Arc<Webauthn>>,
}

/// What an authenticator is asked.
#[derive(Debug)]
pub struct Asked {
    /// Names it; comes back with the answer.
    pub ceremony: String,
    /// For `navigator.credentials`, as JSON.
    pub options: Value,
}

/// What an authenticator answers.
#[derive(Debug)]
pub struct Answer {
    /// What it was asked.
    pub ceremony: String,
    /// The credential, as browsers write it as JSON.
    pub credential: Value,
}

/// A passkey that was shown and is good.
struct Shown {
    passkey: Passkey,
    /// The stored credential before.
    was: String,
}

impl Passkeys {
    /// Passkeys for this relying party; without one there are none.
    ///
    /// # Errors
    /// When the library does not take the relying party.
    pub fn new(
        db: Db,
        clock: Clock,
        limits: Limits,
        party: Option<&RelyingParty>,
    ) -> Result<Self, WebauthnError> {
        let webauthn = party.map(|party| {
            WebauthnBuilder::new(&party.id, &party.origin)?
                .rp_name("Callout")
                .allow_any_port(party.any_port)
                .build()
        });
        Ok(Self {
            db,
            clock,
            limits,
            webauthn: webauthn.transpose()?.map(Arc::new),
        })
    }

    /// False where browsers offer none, since nobody reaches us by a name over TLS.
    #[must_use]
    pub fn are_on(&self) -> bool {
        self.webauthn.is_some()
    }

    /// An account's passkeys, the oldest first.
    pub async fn of(&self, owner: &Owner) -> Fallible<Vec<Passkey>> {
        Ok(passkeys::of(&mut self.db.read().await?, owner).await?)
    }

    /// True when an account has one that can be used here.
    pub async fn has_any(&self, owner: &Owner) -> Fallible<bool> {
        Ok(self.are_on() && passkeys::count(&mut self.db.read().await?, owner).await? > 0)
    }

    /// Asks an authenticator who somebody is.
    ///
    /// # Errors
    /// 409 `passkeys_off`; 429.
    pub async fn begin_sign_in(&self, holder: Holder, address: Address<'_>) -> Fallible<Asked> {
        self.count(address)?;
        let nobody = Owner {
            holder,
            id: String::new(),
        };
        self.ask_for_one(Purpose::SigningIn, nobody, &[]).await
    }

    fn webauthn(&self) -> Fallible<&Webauthn> {
        self.webauthn.as_deref().ok_or_else(off)
    }

    /// Sign-ins with a passkey are counted by address alone: there is nothing to be guessed.
    fn count(&self, address: Address<'_>) -> Fallible<()> {
        self.limits
            .count_address(limits::PASSKEYS, address, self.clock.now())
    }

    /// Asks an authenticator to make a passkey for an account, under this name.
    async fn begin_adding(&self, owner: Owner, email: &str) -> Fallible<Asked> {
        let webauthn = self.webauthn()?;
        let others = self.of(&owner).await?;
        if i64::try_from(others.len()).unwrap_or(i64::MAX) >= MOST {
            return Err(most());
        }
        // An authenticator that has one of the account already makes no other.
        let others = others.iter().map(credential_id).collect::<Fallible<Vec<_>>>()?;
        let (challenge, state) = webauthn
            .start_passkey_registration(Uuid::from_bytes(owner.handle()), email, email, Some(others))
            .map_err(Failure::internal)?;
        let mut options = json(&challenge.public_key)?;
        // It must say by itself whose it is, since nobody types an email before it.
        if let Some(chosen) = options.get_mut("authenticatorSelection") {
            chosen["residentKey"] = json!("required");
            chosen["requireResidentKey"] = json!(true);
        }
        self.ask(Purpose::Adding, owner, options, to_json(&state)?).await
    }

    /// The passkey that an authenticator made.
    async fn made(&self, owner: &Owner, name: &str, answer: Answer) -> Fallible<Passkey> {
        let webauthn = self.webauthn()?;
        let name = passkey::name(name)?;
        let made: RegisterPublicKeyCredential = parsed(answer.credential)?;
        let state: PasskeyRegistration = self.asked(Purpose::Adding, owner, &answer.ceremony).await?;
        let key = webauthn
            .finish_passkey_registration(&made, &state)
            .map_err(|error| refused_new(&error))?;
        Ok(Passkey {
            id: ids::prefixed("passkey-")?,
            holder: owner.holder,
            owner_id: owner.id.clone(),
            name,
            credential_id: URL_SAFE_NO_PAD.encode(key.cred_id()),
            credential: to_json(&key)?,
            created_at: self.clock.now(),
            used_at: None,
        })
    }

    /// Asks for a passkey: for one of these, or for any.
    async fn ask_for_one(&self, purpose: Purpose, owner: Owner, of: &[Passkey]) -> Fallible<Asked> {
        let (challenge, state) = self
            .webauthn()?
            .start_discoverable_authentication()
            .map_err(Failure::internal)?;
        let mut options = json(&challenge.public_key)?;
        options["allowCredentials"] = of
            .iter()
            .map(|passkey| json!({ "type": "public-key", "id": passkey.credential_id }))
            .collect();
        self.ask(purpose, owner, options, to_json(&state)?).await
    }

    /// Checks a passkey that was shown: one of the known owner's, or of whoever it says at a sign-in. What was asked is used up.
    async fn shown(&self, purpose: Purpose, owner: &Owner, answer: Answer) -> Fallible<Shown> {
        let webauthn = self.webauthn()?;
        let shown: PublicKeyCredential = parsed(answer.credential)?;
        let state: DiscoverableAuthentication = self.asked(purpose, owner, &answer.ceremony).await?;
        let id = URL_SAFE_NO_PAD.encode(shown.get_credential_id());
        let found = passkeys::by_credential(&mut self.db.read().await?, &id).await?;
        let mut passkey = found
            .filter(|passkey| is_of(passkey, owner, shown.get_user_unique_id()))
            .ok_or_else(unknown)?;
        let mut key: Key = from_json(&passkey.credential)?;
        let result = webauthn
            .finish_discoverable_authentication_v2(&shown, state, &key)
            .map_err(|error| refused(&error))?;
        key.update_credential(&result);
        let was = std::mem::replace(&mut passkey.credential, to_json(&key)?);
        Ok(Shown { passkey, was })
    }

    async fn ask(&self, purpose: Purpose, owner: Owner, options: Value, state: String) -> Fallible<Asked> {
        let now = self.clock.now();
        if !owner.id.is_empty() {
            // Each is a row.
            self.limits.count(limits::PASSKEYS, &owner.id, now)?;
        }
        let ceremony = sha256_text(&random_bytes::<32>()?);
        let row = Ceremony {
            hash: sha256_text(ceremony.as_bytes()),
            purpose,
            holder: owner.holder,
            owner_id: owner.id,
            state,
            expires_at: now + CEREMONY_LIFE,
        };
        let begun = self.db.write(move |connection| {
            Box::pin(async move { passkeys::begin(connection, &row).await.map_err(Failure::from) })
        });
        begun.await?;
        Ok(Asked { ceremony, options })
    }

    /// What was asked, of this account and for this purpose: once, in time, and whatever becomes of the answer. One that was made up costs
    /// no write.
    async fn asked<State: DeserializeOwned>(
        &self,
        purpose: Purpose,
        owner: &Owner,
        ceremony: &str,
    ) -> Fallible<State> {
        let (hash, now) = (sha256_text(ceremony.as_bytes()), self.clock.now());
        if !passkeys::is_asked(&mut self.db.read().await?, &hash, now).await? {
            return Err(over());
        }
        let taken = self.db.write(move |connection| {
            Box::pin(async move {
                passkeys::take(connection, &hash, now)
                    .await
                    .map_err(Failure::from)
            })
        });
        match taken.await? {
            Some((of, whose, state)) if of == purpose && whose == *owner => Ok(from_json(&state)?),
            _ => Err(over()),
        }
    }
}

impl Shown {
    /// Notes it in the transaction of what it was shown for.
    async fn note(&self, connection: &mut Connection, clock: &Clock) -> Fallible<()> {
        if passkeys::shown(connection, &self.passkey, &self.was, clock.now()).await? {
            return Ok(());
        }
        Err(over())
    }
}

/// Adds a passkey in the caller's transaction, if the account has room for it and the session that it is added in goes on: whatever ended that
/// took the account's passkeys before this one.
async fn keep(connection: &mut Connection, passkey: &Passkey, session: &str) -> Fallible<()> {
    let owner = passkey.owner();
    if !passkeys::lock_owner(connection, &owner).await? {
        return Err(closed());
    }
    let goes_on = match owner.holder {
        Holder::Pro => sessions::hold(connection, session).await?,
        Holder::Operator => operator_sessions::find(connection, session).await?.is_some(),
    };
    if !goes_on {
        return Err(Failure::unauthorised());
    }
    if passkeys::count(connection, &owner).await? >= MOST {
        return Err(most());
    }
    match passkeys::add(connection, passkey).await {
        Err(StoreError::Duplicate) => Err(known()),
        added => Ok(added?),
    }
}

/// True when a passkey is of this owner; at a sign-in, where nobody is known yet, of whoever it says itself that it is of.
fn is_of(passkey: &Passkey, owner: &Owner, said: Option<&[u8]>) -> bool {
    let is_known = !owner.id.is_empty();
    let says_so = match said {
        Some(handle) => handle == passkey.owner().handle(),
        None => is_known,
    };
    passkey.holder == owner.holder && (!is_known || passkey.owner_id == owner.id) && says_so
}

fn credential_id(passkey: &Passkey) -> Fallible<CredentialID> {
    let key: Key = from_json(&passkey.credential)?;
    Ok(key.cred_id().clone())
}

fn json<T: Serialize>(value: &T) -> Fallible<Value> {
    serde_json::to_value(value).map_err(Failure::internal)
}

fn parsed<T: DeserializeOwned>(credential: Value) -> Fallible<T> {
    serde_json::from_value(credential).map_err(|_| unreadable())
}
