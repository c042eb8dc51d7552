export * from './background-worker';
export { HeldLease, momentNow, type Moment } from './held-lease';
export * from './job';
export * from './job-runner';
export {
  cancelJobs,
  countJobs,
  cursorOfJob,
  deleteUnbegunJob,
  ENDED_JOBS,
  enqueueJobOnce,
  enqueueJobs,
  insertJobs,
  isThereJob,
  joinJob,
  JOBS_TABLE,
  type JobCounts,
  type NewJob,
} from './jobs.store';
export * from './job-signals.migration';
export * from './jobs.migration';
export { LeaseKeeper, renewalsOf, type LeaseKeeperOptions, type Renewal } from './lease-keeper';
export * from './worker';
