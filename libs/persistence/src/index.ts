export * from './advisory-lock';
export * from './database';
export * from './database-check';
export { adviceOnTrouble, troubleOf, type DatabaseTrouble } from './database-trouble';
export * from './embedded-postgres';
export * from './provision';
export * from './transient-errors';
