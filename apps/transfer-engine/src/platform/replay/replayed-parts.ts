import { ReplayedParts } from '@tributary/service';
import {
  DESTINATION_CATEGORIES,
  DESTINATION_CONNECTIONS,
  DESTINATION_TARGETS,
  DESTINATION_UNITS,
} from './replayed-destinations';
import { DRIFT_CHECKS, TRANSFER_LINKS, TRANSFER_LOGS, TRANSFERS } from './replayed-transfers';

/**
 * The parts that the transfer engine replays. Differences of drift checks are published once and not stored here, so
 * they are missing.
 */
export const REPLAYED_PARTS: ReplayedParts<'transfer-engine'> = {
  'destination.upserted': [
    DESTINATION_CONNECTIONS,
    DESTINATION_UNITS,
    DESTINATION_TARGETS,
    DESTINATION_CATEGORIES,
  ],
  'transfer-link.upserted': TRANSFER_LINKS,
  'transfer.logged': [TRANSFERS, TRANSFER_LOGS],
  'drift-check.upserted': DRIFT_CHECKS,
};
