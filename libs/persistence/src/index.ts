export * from './advisory-lock';
export * from './among';
export * from './baseline';
export {
  COMMIT_SIGNAL_FUNCTION,
  CommitSignals,
  msUntil,
  signalCommit,
  signalsOf,
  signalsOfEarlierEnds,
} from './commit-signals';
export { IgnoredFailureError } from './commit-answers';
export type { PoolFigures } from './connections';
export * from './database';
export * from './database-check';
export { adviceOnTrouble, LatestTrouble, troubleOf, type DatabaseTrouble } from './database-trouble';
export * from './embedded-postgres';
export { FairShares, TooManyWaitingError, type ShareLimits } from './fair-shares';
export * from './lease';
export * from './parameters';
export { programVariables } from './program-variables';
export * from './provision';
export * from './queryable';
export * from './statement-scope';
export * from './transient-errors';
