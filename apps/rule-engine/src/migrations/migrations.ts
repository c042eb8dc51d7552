import { baseline } from '@tributary/persistence';

/** The schema of rule-engine: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [baseline(__dirname, ['rules', 'shaping'])];
