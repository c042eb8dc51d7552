export * from './advisory-lock';
export * from './database';
export * from './database-check';
export { adviceOnTrouble, troubleOf, type DatabaseTrouble } from './database-trouble';
export * from './embedded-postgres';
export { FairShares, TooManyWaitingError, type ShareLimits } from './fair-shares';
export * from './provision';
export * from './statement-scope';
export * from './transient-errors';
