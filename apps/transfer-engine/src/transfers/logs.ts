import type { LogTable } from '@tributary/service';

/** What `LOG_RETENTION_DAYS` may bound. What was sent, and is not to be sent again, is known by the transfers themselves. */
export const LOGS: readonly LogTable[] = [{ table: 'transfer_logs', writtenAt: 'attempted_at' }];
