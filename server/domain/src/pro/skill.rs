//! What a pro can do.

use callout_db::names;

use pricing_core::classify::Trade;

use crate::failure::Failure;

names! {
    /// A trade.
    pub enum Skill {
        /// Water, waste, heating.
        Plumber = "plumber",
        /// Sockets, lights, fuses.
        Electrician = "electrician",
        /// Everything small.
        Handyman = "handyman",
        /// Walls, roofs, conversions.
        Builder = "builder",
    }
}

impl Skill {
    /// The trade as the rules of matching know it.
    #[must_use]
    pub const fn trade(self) -> Trade {
        match self {
            Self::Plumber => Trade::Plumber,
            Self::Electrician => Trade::Electrician,
            Self::Handyman => Trade::Handyman,
            Self::Builder => Trade::Builder,
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
            let skill = Self::parse(name)
                .ok_or_else(|| refused("Choose from plumber, electrician, handyman and builder."))?;
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
}
