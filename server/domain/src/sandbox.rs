//! What can be chosen in the sandbox, in which no money moves.

use callout_db::names;

names! {
    /// What a test account does.
    pub enum TestAccountKind {
        /// It takes payouts, and gives back what is asked of it.
        Pays = "pays",
        /// Its bank refuses them, and there is nothing in it to be taken back.
        Refuses = "refuses",
        /// More details are needed before it takes any.
        NeedsMore = "needs_more",
    }
}
