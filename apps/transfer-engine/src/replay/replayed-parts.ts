import { ReplayedPart } from '@tributary/service';
import { DESTINATION_CONNECTIONS, DESTINATION_TARGETS, DESTINATION_UNITS } from './replayed-destinations';
import { DRIFT_CHECKS, TRANSFER_LINKS, TRANSFER_LOGS, TRANSFERS } from './replayed-transfers';

/** What the transfer engine replays. What drift checks found is published once and not kept here. */
export const REPLAYED_PARTS: readonly ReplayedPart[] = [
  DESTINATION_CONNECTIONS,
  DESTINATION_UNITS,
  DESTINATION_TARGETS,
  TRANSFER_LINKS,
  TRANSFERS,
  TRANSFER_LOGS,
  DRIFT_CHECKS,
];
