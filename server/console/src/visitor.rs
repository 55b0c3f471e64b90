//! Who asks for what, and behind which door it is: what the gate finds out, and everything behind it reads.

use std::sync::Arc;

use callout_domain::operator::OperatorRole;
use callout_people::operators::Signed;

/// Who may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// Anybody, signed in or not.
    Anyone,
    /// Whoever gave a password, with or without the second factor.
    Password,
    /// Any operator with both factors.
    Admin,
    /// Super admins alone.
    SuperAdmin,
}

impl Door {
    /// True when an operator of this role with both factors may pass.
    #[must_use]
    pub fn admits(self, role: OperatorRole) -> bool {
        self != Self::SuperAdmin || role == OperatorRole::SuperAdmin
    }
}

/// Who asks for what, as the gate found it; in the request's extensions.
#[derive(Debug, Clone)]
pub(super) struct Visitor {
    /// The operator, if one is signed in.
    pub(super) signed: Option<Signed>,
    /// The path of the route table.
    pub(super) matched: String,
    /// The parts of the path that it names.
    pub(super) parameters: Arc<Vec<(String, String)>>,
    /// What a form sent.
    pub(super) fields: Fields,
}

/// What a form sent, field by field.
#[derive(Debug, Clone, Default)]
pub struct Fields(pub Arc<Vec<(String, String)>>);

impl Fields {
    /// The first field of this name, or nothing.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map_or("", |(_, value)| value.as_str())
    }
}
