import { WaitingWork } from '@tributary/service';

/** What waits in this service's tables, as its metrics show it. */
export const WAITING_WORK: readonly WaitingWork[] = [
  {
    name: 'transfers',
    sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(due_at))::float8 as oldest_s
            from transfers
           where state = 'PENDING' and due_at <= clock_timestamp()
             and unit_id not in (select u.id from destination_units u
                                   join destination_connections c on c.id = u.connection_id where not c.enabled)`,
  },
];
