import { WaitingWork } from '@tributary/service';

/** Waiting work in this service's tables, for its metrics. */
export const WAITING_WORK: readonly WaitingWork[] = [
  {
    name: 'deliveries',
    sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(next_attempt_at))::float8 as oldest_s
            from deliveries where status = 'PENDING' and next_attempt_at <= clock_timestamp()`,
  },
];
