export * from './background-worker';
export * from './job';
export * from './job-runner';
export { cancelJobs, countJobs, enqueueJobOnce, enqueueJobs, type JobCounts, type NewJob } from './job-store';
export * from './job-signals.migration';
export * from './jobs.migration';
export * from './worker';
