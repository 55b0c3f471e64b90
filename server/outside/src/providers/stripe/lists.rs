//! Stripe's lists, the newest first, whose pages are turned.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::{Stripe, send};
use crate::providers::provider::ProviderError;

/// What has an id of Stripe's, by which a list goes on.
pub(super) trait Identified {
    fn id(&self) -> &str;
}

/// A page of a list.
#[derive(Deserialize)]
struct Page<T> {
    data: Vec<T>,
    #[serde(default)]
    has_more: bool,
}

impl Stripe {
    /// All of the list at an address.
    pub(super) async fn all<T: Identified + DeserializeOwned>(
        &self,
        list: &Url,
    ) -> Result<Vec<T>, ProviderError> {
        let (mut all, mut goes_on) = (Vec::<T>::new(), true);
        while goes_on {
            let mut address = list.clone();
            address.query_pairs_mut().append_pair("limit", "100");
            if let Some(last) = all.last() {
                address.query_pairs_mut().append_pair("starting_after", last.id());
            }
            let page: Page<T> = send(self.authorised(self.http.get(address))).await?;
            goes_on = page.has_more && !page.data.is_empty();
            all.extend(page.data);
        }
        Ok(all)
    }
}
