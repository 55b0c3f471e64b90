//! The bus between several servers, and what they must share besides.

use secrecy::ExposeSecret as _;

use callout_db::is_postgres;

use super::{Config, unless_blank};

impl Config {
    /// The bus between servers, if there are several.
    ///
    /// # Errors
    /// A sentence for the operator when the servers would not share what they must.
    pub fn bus(&self) -> Result<Option<&str>, String> {
        let Some(url) = unless_blank(self.bus_url.as_ref(), |url| url.expose_secret()) else {
            return Ok(None);
        };
        let missing = [
            (
                "a PostgreSQL database (DATABASE_URL)",
                is_postgres(&self.database()),
            ),
            ("one secret (CALLOUT_JWT_SECRET)", self.jwt_secret.is_some()),
            (
                "one store of files (CALLOUT_FILES_URL=s3://bucket/prefix)",
                self.files_url
                    .as_deref()
                    .is_some_and(|url| url.starts_with("s3://")),
            ),
        ]
        .into_iter()
        .filter_map(|(what, is_there)| (!is_there).then_some(what))
        .collect::<Vec<_>>();
        if missing.is_empty() {
            Ok(Some(url.expose_secret()))
        } else {
            Err(format!(
                "BUS_URL joins several servers, which must share {}",
                missing.join(", and ")
            ))
        }
    }
}
