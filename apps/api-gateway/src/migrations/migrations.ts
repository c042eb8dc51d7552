import { baseline } from '@tributary/persistence';

/** The schema of api-gateway: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [
  baseline(__dirname, ['identity', 'user-data', 'query-model', 'transactions', 'rebuilds']),
];
