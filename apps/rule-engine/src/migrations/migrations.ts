import { baseline } from '@tributary/persistence';

/** The migrations of rule-engine, oldest first, beginning with the baseline. */
export const MIGRATIONS = [baseline(__dirname, ['rules', 'shaping'])];
