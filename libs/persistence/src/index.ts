export * from './advisory-lock';
export * from './database';
export * from './database-check';
export * from './embedded-postgres';
export * from './provision';
export * from './transient-errors';
