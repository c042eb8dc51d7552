import { RestatedPart } from '@tributary/service';
import { DESTINATION_CONNECTIONS, DESTINATION_TARGETS, DESTINATION_UNITS } from './restated-destinations';
import { DRIFT_CHECKS, TRANSFER_LINKS, TRANSFER_LOGS, TRANSFERS } from './restated-transfers';

/** What the transfer engine tells again. What drift checks found is told once and not kept here. */
export const RESTATED_PARTS: readonly RestatedPart[] = [
  DESTINATION_CONNECTIONS,
  DESTINATION_UNITS,
  DESTINATION_TARGETS,
  TRANSFER_LINKS,
  TRANSFERS,
  TRANSFER_LOGS,
  DRIFT_CHECKS,
];
