import { baseline } from '@tributary/persistence';
import { FileImports1764600131000 } from './file-imports.migration';

/** The schema of ingestion-sync: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [
  baseline(__dirname, ['connections', 'accounts', 'transactions']),
  FileImports1764600131000,
];
