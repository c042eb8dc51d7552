export * from './background-worker';
export { HeldLease, momentNow, type Moment } from './held-lease';
export * from './job';
export * from './job-runner';
export { cancelJobs, countJobs, enqueueJobOnce, enqueueJobs, type JobCounts, type NewJob } from './job-store';
export * from './job-signals.migration';
export * from './jobs.migration';
export { LeaseKeeper, renewalsOf, type LeaseKeeperOptions, type Renewal } from './lease-keeper';
export * from './worker';
