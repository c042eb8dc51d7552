import { WaitingWork } from '@tributary/service';
import { WAITING_SYNCS } from '../sync/due/due-accounts.store';

/** Queries that count waiting work for the metrics. */
export const WAITING_WORK: readonly WaitingWork[] = [{ name: 'syncs', sql: WAITING_SYNCS }];
