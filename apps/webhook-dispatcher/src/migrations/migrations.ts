import { baseline } from '@tributary/persistence';
import { WorkSignals1764700139001 } from './work-signals.migration';

/** The schema of webhook-dispatcher: its baseline, and what was changed since, oldest first. */
export const MIGRATIONS = [
  baseline(__dirname, ['endpoints', 'announcing', 'deliveries']),
  WorkSignals1764700139001,
];
