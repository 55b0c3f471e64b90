//! The two kinds of account that carry a bearer token.

use callout_db::names;

names! {
    /// Who a bearer can be. Operators have no bearer tokens.
    pub enum Role {
        /// A client or a guest.
        Client = "client",
        /// A pro.
        Master = "master",
    }
}

names! {
    /// What somebody is to operators, who tell guests from clients.
    pub enum PersonKind {
        /// A client with an account.
        Client = "client",
        /// Somebody who has proved nothing.
        Guest = "guest",
        /// A pro.
        Pro = "pro",
    }
}
