//! Badges of pros, computed from facts: nobody gives or takes one.

use callout_db::names;

use crate::pro::Pro;

/// Stars that make a pro top rated, in tenths, and over how many reviews.
const TOP_RATED: (i64, i64) = (48, 10);

/// The most jobs that a badge asks for.
pub const MOST_JOBS: i64 = 50;

names! {
    /// Something that a pro has shown, in the order in which it is shown; the word is the name of its icon.
    pub enum Badge {
        /// Who they are.
        Verified = "verified",
        /// That they are insured.
        Insured = "insured",
        /// That they may work on gas.
        GasSafe = "gas_safe",
        /// A first job.
        FirstJob = "first_job",
        /// Ten jobs.
        TenJobs = "ten_jobs",
        /// Fifty jobs.
        FiftyJobs = "fifty_jobs",
        /// That clients are more than satisfied.
        TopRated = "top_rated",
        /// That they have learned all that there is to learn here.
        AllTraining = "all_training",
    }
}

/// What a pro has done.
#[derive(Debug, Clone, Copy)]
pub struct Done {
    /// Jobs, counted up to [`MOST_JOBS`].
    pub jobs: i64,
    /// True when every training module is completed.
    pub all_training: bool,
}

impl Badge {
    /// Its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Verified => "Verified",
            Self::Insured => "Insured",
            Self::GasSafe => "Gas Safe",
            Self::FirstJob => "First job",
            Self::TenJobs => "Ten jobs",
            Self::FiftyJobs => "Fifty jobs",
            Self::TopRated => "Top rated",
            Self::AllTraining => "Trained",
        }
    }

    /// What it is given for.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Verified => "Identity checked by Callout",
            Self::Insured => "Insurance checked and in date",
            Self::GasSafe => "Gas Safe registration checked and in date",
            Self::FirstJob => "Completed a first job",
            Self::TenJobs => "Completed 10 jobs",
            Self::FiftyJobs => "Completed 50 jobs",
            Self::TopRated => "4.8 stars or more over at least 10 reviews",
            Self::AllTraining => "Completed all training modules",
        }
    }

    /// Whether a pro who has done this has it.
    #[must_use]
    pub fn is_earned(self, pro: &Pro, done: Done) -> bool {
        match self {
            Self::Verified => pro.is_verified(),
            Self::Insured => pro.is_insured(),
            Self::GasSafe => pro.is_gas_safe(),
            Self::FirstJob => done.jobs >= 1,
            Self::TenJobs => done.jobs >= 10,
            Self::FiftyJobs => done.jobs >= MOST_JOBS,
            Self::TopRated => is_top_rated(pro.stars.count, pro.stars.sum),
            Self::AllTraining => done.all_training,
        }
    }
}

fn is_top_rated(reviews: i64, stars: i64) -> bool {
    let (tenths, enough) = TOP_RATED;
    reviews >= enough && stars * 10 >= tenths * reviews
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_rated_takes_ten_reviews_and_an_average_of_4_8() {
        assert!(is_top_rated(10, 48) && is_top_rated(11, 55));
        assert!(!is_top_rated(10, 47) && !is_top_rated(9, 45) && !is_top_rated(0, 0));
    }
}
