import { baseline } from '@tributary/persistence';

/** The schema of webhook-dispatcher: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [baseline(__dirname, ['endpoints', 'announcing', 'deliveries'])];
