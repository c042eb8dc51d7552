import { baseline } from '@tributary/persistence';

/** The schema of ingestion-sync: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [baseline(__dirname, ['connections', 'accounts', 'transactions'])];
