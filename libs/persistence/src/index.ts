export * from './advisory-lock';
export * from './statements/among';
export * from './backoff';
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
export type { PoolFigures } from './connections/connections';
export * from './database';
export * from './availability/database-check';
export {
  adviceOnTrouble,
  LatestTrouble,
  troubleOf,
  type DatabaseTrouble,
} from './availability/database-trouble';
export * from './embedded-postgres/embedded-postgres';
export { FairShares, TooManyWaitingError, type ShareLimits } from './connections/fair-shares';
export * from './statements/lease';
export * from './statements/old-rows';
export * from './statements/parameters';
export { programVariables } from './program-variables';
export * from './provision';
export * from './statements/queryable';
export * from './connections/statement-scope';
export * from './transient-errors';
