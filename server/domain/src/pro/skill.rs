//! What a pro can do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::failure::Failure;

/// A trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Skill {
    /// Water, waste, heating.
    Plumber,
    /// Sockets, lights, fuses.
    Electrician,
    /// Everything small.
    Handyman,
    /// Walls, roofs, conversions.
    Builder,
}

impl Skill {
    const ALL: [Self; 4] = [Self::Plumber, Self::Electrician, Self::Handyman, Self::Builder];

    /// Its name, as stored and sent.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plumber => "plumber",
            Self::Electrician => "electrician",
            Self::Handyman => "handyman",
            Self::Builder => "builder",
        }
    }

    /// Reads a list, which may be empty, and puts it in the order above.
    ///
    /// # Errors
    /// 422 on `skills` for an unknown trade, or one named twice.
    pub fn parse_all(names: &[String]) -> Result<Vec<Self>, Failure> {
        let refused = |message: &str| Failure::field("skills", message);
        let mut skills = Vec::with_capacity(names.len().min(Self::ALL.len()));
        for name in names {
            let known = Self::ALL.into_iter().find(|known| known.as_str() == name);
            let skill =
                known.ok_or_else(|| refused("Choose from plumber, electrician, handyman and builder."))?;
            if skills.contains(&skill) {
                return Err(refused("Choose each skill once."));
            }
            skills.push(skill);
        }
        skills.sort_unstable();
        Ok(skills)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(names: &[&str]) -> Result<Vec<Skill>, Failure> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Skill::parse_all(&names)
    }

    #[test]
    fn a_list_has_each_trade_once_in_one_order() {
        assert_eq!(parse(&[]).unwrap(), []);
        assert_eq!(
            parse(&["builder", "plumber", "handyman", "electrician"]).unwrap(),
            Skill::ALL
        );
        for wrong in [&["painter"][..], &["Plumber"], &["plumber", "plumber"], &[""]] {
            assert!(
                parse(wrong).unwrap_err().errors.contains_key("skills"),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn names_are_those_that_are_stored_and_sent() {
        for skill in Skill::ALL {
            let name = skill.as_str();
            assert_eq!(serde_json::to_value(skill).unwrap(), name);
        }
    }
}
