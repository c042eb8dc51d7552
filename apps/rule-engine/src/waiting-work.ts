import { WaitingWork } from '@tributary/service';

/** What waits in this service's tables, as its metrics show it. */
export const WAITING_WORK: readonly WaitingWork[] = [
  {
    name: 'reshapes',
    sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_s
            from reshapes where finished_at is null`,
  },
];
