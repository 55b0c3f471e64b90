//! Who hears of a commit, on this server and from the others.

use callout_booking::books::Books;
use callout_console::DESK;
use callout_front::jobs::Waker;
use callout_front::state::AppState;
use callout_outside::live::{Bus, News};
use callout_store::{Db, Wake};

/// Wakes everything that reacts to a commit, here and on the other servers, so that no writer has to do it by hand.
pub(super) fn subscribe(db: &Db, live: &Bus, books: &Books, waker: &Waker) {
    let (live, places, waker) = (live.clone(), books.places(), waker.clone());
    db.subscribe(move |wake: &Wake| match wake {
        Wake::Booking(id) => {
            live.wake(id);
            live.wake_here(DESK);
        }
        Wake::Person(id) => live.wake(id),
        Wake::Places(area) => {
            places.forget(area);
            live.servers().tell_if_any(|| News::Places(area.clone()));
        }
        Wake::Jobs(pool) => {
            waker.wake(*pool);
            live.servers().tell(News::Jobs);
        }
    });
}

/// Has this server do what the news of another one calls for.
pub(super) fn hear(state: &AppState) -> impl Fn(News) + Send + 'static {
    let (live, places, waker) = (state.live.clone(), state.books.places(), state.jobs.waker.clone());
    let (sessions, index) = (state.sessions.clone(), state.matching.index().clone());
    let typists = state.chat.typists.clone();
    move |news| match news {
        News::Changed(name) => live.wake_here(&name),
        News::SessionEnded(session) => sessions.forget_here(&session),
        News::Places(area) => places.forget(&area),
        News::Jobs => waker.wake_all(),
        News::Pool(pros) => index.pool_changed_for(pros),
        News::Here(pros) => index.heard_elsewhere(&pros),
        News::Typing(typing) => typists.tell_here(&typing),
    }
}
