export * from './background-worker';
export { claimLeases, HeldLease, LeaseLostError, momentNow, type Claim } from './held-lease';
export * from './job';
export * from './job-runner';
export {
  cancelJobs,
  countJobs,
  deleteUnbegunJob,
  ENDED_JOBS,
  enqueueJobOnce,
  enqueueJobs,
  findCursor,
  insertJobs,
  isThereJob,
  joinJob,
  JOBS_TABLE,
  type JobCounts,
  type NewJob,
} from './jobs.store';
export * from './job-signals.migration';
export * from './jobs.migration';
export { LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper';
export { releaseLeases, renewLeases, type LeasedTable } from './leases.store';
export * from './tracked-jobs';
export * from './worker';
