import { WaitingWork } from '@tributary/service';

/** What waits in this service's tables, as its metrics show it. */
export const WAITING_WORK: readonly WaitingWork[] = [
  {
    name: 'syncs',
    sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(next_sync_at))::float8 as oldest_s
            from financial_accounts where enabled and next_sync_at <= clock_timestamp()`,
  },
];
