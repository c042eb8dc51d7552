export * from './statement';
export * from './statement-problem';
export * from './limits';
export { detectStatement } from './detect-statement';
export { readingOf, readStatement, type StatementReading } from './read-statement';
