import { baseline } from '@tributary/persistence';
import { SharedContents1764900000001 } from './shared-contents.migration';
import { WorkSignals1764700139001 } from './work-signals.migration';

/** The migrations of webhook-dispatcher, oldest first, beginning with the baseline. */
export const MIGRATIONS = [
  baseline(__dirname, ['endpoints', 'announcing', 'deliveries']),
  WorkSignals1764700139001,
  SharedContents1764900000001,
];
