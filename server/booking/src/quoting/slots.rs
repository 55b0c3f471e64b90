//! The windows that can be booked in a postcode area.

use pricing_core::slots::{self, Slot};

use super::Quoting;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::time::{self, Window};

impl Quoting {
    /// The slots of an area that have a place left, each with its window. A place that the client's own draft (`client`, `draft`)
    /// already holds counts as free.
    pub async fn free_slots(
        &self,
        area: &str,
        cheaper: bool,
        draft: Option<(&str, &str)>,
    ) -> Fallible<Vec<(Window, Slot)>> {
        let current = self.books.current().await?;
        let there = time::london(self.clock.now())
            .ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
        let capacity = i64::from(current.book.capacity.of_area(area));
        let taken = self.books.taken(area).await?;
        let is_full = |window: &Window| taken.get(window).copied().unwrap_or(0) >= capacity;
        let all = slots::slots(&current.book, there, cheaper)
            .into_iter()
            .map(|slot| Ok((window(&slot)?, slot)))
            .collect::<Fallible<Vec<_>>>()?;
        let own = match draft {
            Some((client_id, draft)) if all.iter().any(|(window, _)| is_full(window)) => {
                self.own_place(client_id, draft, area).await?
            }
            _ => None,
        };
        let free = all
            .into_iter()
            .filter(|(window, _)| !is_full(window) || own.as_ref() == Some(window));
        Ok(free.collect())
    }

    /// The window in `area` in which the client's draft already holds a place.
    pub(super) async fn own_place(
        &self,
        client_id: &str,
        draft: &str,
        area: &str,
    ) -> Fallible<Option<Window>> {
        let mut connection = self.db.read().await?;
        let held = callout_store::slots::held_by_draft(&mut connection, client_id, draft).await?;
        Ok(held
            .filter(|(held_in, _)| held_in == area)
            .map(|(_, window)| window))
    }
}

/// Start and end of a slot.
pub(super) fn window(slot: &Slot) -> Fallible<Window> {
    time::window(slot).ok_or_else(|| Failure::internal("a slot outside the calendar"))
}
