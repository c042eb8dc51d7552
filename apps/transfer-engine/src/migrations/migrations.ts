import { baseline } from '@tributary/persistence';

/** The schema of transfer-engine: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [baseline(__dirname, ['destinations', 'transfers'])];
