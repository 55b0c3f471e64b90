//! What a transfer is called at the provider, and what is found there before it is made. Its name says what it pays and not when it was
//! asked for, so that a database that was restored makes none a second time.

use pricing_core::Pence;

/// How a transfer is told from all others at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Its reference.
    pub reference: String,
    /// The group in which it is looked for: what was earned that it pays, or the pro.
    pub group: String,
}

impl Name {
    /// Names a transfer to a pro for an earning (none for coupons of cash jobs) from a payment (none for the platform's own money), of
    /// which `sent` was sent before.
    #[must_use]
    pub fn new(master_id: &str, earning: Option<&str>, payment_id: Option<&str>, sent: Pence) -> Self {
        let sent = sent.0;
        match earning {
            Some(earning) => Self {
                reference: format!("transfer:{earning}:{}:{sent}", payment_id.unwrap_or("platform")),
                group: earning.to_owned(),
            },
            None => Self {
                reference: format!("transfer:rest:{master_id}:{sent}"),
                group: master_id.to_owned(),
            },
        }
    }
}

/// A transfer as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The provider's id of it.
    pub id: String,
    /// What it was made with; none when it was not made by us.
    pub reference: Option<String>,
    /// Pence.
    pub amount: Pence,
}

/// What the provider has of a transfer that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing: it is made.
    Nothing,
    /// All of it, under the provider's id: it is not made again.
    All(String),
    /// A part of it: the rest is a transfer of its own.
    Part(Made),
    /// More than it, or others of its group that we do not know of, pence: a person decides.
    Other(Pence),
}

impl Found {
    /// Looks for a transfer of `amount` among those of its group; `known` are the references of those that we know were sent.
    #[must_use]
    pub fn of(reference: &str, amount: Pence, made: Vec<Made>, known: &[String]) -> Self {
        let is_known = |made: &Made| made.reference.as_ref().is_some_and(|name| known.contains(name));
        let new: Vec<Made> = made.into_iter().filter(|made| !is_known(made)).collect();
        let all = Pence(new.iter().map(|made| made.amount.0).sum());
        let own = new
            .into_iter()
            .find(|made| made.reference.as_deref() == Some(reference));
        match own {
            None if all == Pence::ZERO => Self::Nothing,
            Some(made) if made.amount == amount => Self::All(made.id),
            Some(made) if made.amount < amount => Self::Part(made),
            _ => Self::Other(all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(reference: &str, amount: i64) -> Made {
        Made {
            id: format!("tr_{reference}"),
            reference: Some(reference.to_owned()),
            amount: Pence(amount),
        }
    }

    #[test]
    fn a_name_says_what_is_paid_and_how_much_of_it_was_before() {
        let name = |earning, payment, sent| Name::new("m-1", earning, payment, Pence(sent)).reference;
        assert_eq!(
            name(Some("earned:C-1"), Some("pi_1"), 0),
            "transfer:earned:C-1:pi_1:0"
        );
        assert_eq!(
            name(Some("earned:C-1"), None, 500),
            "transfer:earned:C-1:platform:500"
        );
        assert_eq!(name(None, None, 700), "transfer:rest:m-1:700");
        assert_eq!(Name::new("m-1", None, None, Pence::ZERO).group, "m-1");
        assert_eq!(
            Name::new("m-1", Some("earned:C-1"), None, Pence::ZERO).group,
            "earned:C-1"
        );
    }

    #[test]
    fn nothing_is_made_a_second_time() {
        let known = ["before".to_owned()];
        let look = |made: &[Made]| Found::of("this", Pence(800), made.to_vec(), &known);
        assert_eq!(look(&[]), Found::Nothing);
        assert_eq!(look(&[made("before", 500)]), Found::Nothing);
        assert_eq!(
            look(&[made("before", 500), made("this", 800)]),
            Found::All("tr_this".to_owned())
        );
        assert_eq!(look(&[made("this", 500)]), Found::Part(made("this", 500)));
        assert_eq!(
            look(&[made("this", 500), made("next", 300)]),
            Found::Part(made("this", 500))
        );
        assert_eq!(look(&[made("this", 900)]), Found::Other(Pence(900)));
        assert_eq!(
            look(&[made("other", 100)]),
            Found::Other(Pence(100)),
            "paid from another payment"
        );
    }
}
