// The pro area in one chunk: whoever opens a page of it soon opens the next, and they share nearly everything.
export { BadgesScreen as Badges } from './badges/BadgesScreen';
export { HomeScreen as Home } from './home/HomeScreen';
export { JobScreen as Job } from './job/JobScreen';
export { JobsScreen as Jobs } from './jobs/JobsScreen';
export { ChecklistScreen as Checklist } from './onboarding/ChecklistScreen';
export { ProLayout as Layout } from './ProLayout';
export { PayoutsScreen as Payouts } from './payouts/PayoutsScreen';
export { StatementScreen as Statement } from './payouts/StatementScreen';
export { TestDetailsScreen as TestDetails } from './payouts/TestDetailsScreen';
export { TaxScreen as Tax } from './payouts/tax/TaxScreen';
export { ProfileScreen as Profile } from './profile/ProfileScreen';
export { CompanyScreen as Company } from './steps/CompanyScreen';
export { StepScreen as Step } from './steps/StepScreen';
export { StreamScreen as Stream } from './stream/StreamScreen';
export { ModuleScreen as Module } from './training/ModuleScreen';
export { TrainingScreen as Training } from './training/TrainingScreen';
