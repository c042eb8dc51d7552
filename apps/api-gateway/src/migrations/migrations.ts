import { baseline } from '@tributary/persistence';

/** The schema of api-gateway: its baseline, and later changes, oldest first. */
export const MIGRATIONS = [
  baseline(__dirname, ['identity', 'user-data', 'query-model', 'transactions', 'rebuilds']),
];
