import { WaitingWork } from '@tributary/service';
import { RESTS_AFTER_FAILURES } from '../endpoints/health/endpoint-health';

/**
 * Waiting work in this service's tables, for its metrics. What waits for a receiver that asked for a pause, or rests because
 * it fails, does not wait for us.
 */
export const WAITING_WORK: readonly WaitingWork[] = [
  {
    name: 'deliveries',
    sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(next_attempt_at))::float8 as oldest_s
            from deliveries join sending_states s using (endpoint_id)
           where status = 'PENDING' and next_attempt_at <= clock_timestamp()
             and s.paused_until <= clock_timestamp() and s.consecutive_failures < ${RESTS_AFTER_FAILURES}`,
  },
];
