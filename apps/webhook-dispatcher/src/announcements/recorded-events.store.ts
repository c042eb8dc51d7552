import { addAll, CanonicalEvent } from '@tributary/contracts';
import { textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

export interface NewEvent {
  readonly userId: number;
  readonly type: CanonicalEvent;
  readonly financialAccountId: number | null;
  readonly connectionId: number | null;
  readonly ruleId: number | null;
  readonly createdAt: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Inserts events. Each user has one writer at a time until the commit: the statement takes the locks before the first
 * row gets its id, because the join needs the row of `turn`.
 */
const INSERT = `
  with turn as materialized (
    select count(pg_advisory_xact_lock(lock))
      from (select distinct hashtextextended(current_schema() || ':recorded_events:' || id, 0) as lock
              from unnest($1::bigint[]) as id order by 1) locks)
  insert into recorded_events (user_id, type, account_id, connection_id, rule_id, data, created_at)
  select user_id, type, account_id, connection_id, rule_id, data, created_at
    from turn, unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], ${textSequence(6)},
                      $7::timestamptz[])
               with ordinality as event(user_id, type, account_id, connection_id, rule_id, data, created_at, place)
   order by place
  returning id`;
const ROWS_PER_STATEMENT = 500;

/**
 * Inserts events; writers of one user block each other from here to the commit.
 * @returns the ids, in the order of the events
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT) {
    const some = events.slice(start, start + ROWS_PER_STATEMENT);
    const rows = await tx.queryPrepared<{ id: number }>(INSERT, [
      some.map(({ userId }) => userId),
      some.map(({ type }) => type),
      some.map(({ financialAccountId }) => financialAccountId),
      some.map(({ connectionId }) => connectionId),
      some.map(({ ruleId }) => ruleId),
      toTextSequence(some.map(({ data }) => data)),
      some.map(({ createdAt }) => createdAt),
    ]);
    addAll(
      ids,
      rows.map(({ id }) => id).sort((a, b) => a - b),
    );
  }
  return ids;
}

/** Deletes the announcements about accounts, except their deletions. */
export async function deleteEventsOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.execute(
    `delete from recorded_events where account_id = any($1::bigint[]) and type <> 'account.deleted'`,
    [accountIds],
  );
}

export const OLD_EVENTS = { table: 'recorded_events', since: 'created_at' };

export interface RecordedRow {
  readonly id: number;
  readonly user_id: number;
  readonly type: CanonicalEvent;
  readonly account_id: number | null;
  readonly connection_id: number | null;
  readonly rule_id: number | null;
  readonly data: string;
  readonly created_at: Date;
}

/** The queries of a replay: count all events, and read the rows above an id. */
export const RECORDED_EVENTS = {
  totalSql: 'select count(*) as count from recorded_events',
  nextRowsQuery: `select id, user_id, type, account_id, connection_id, rule_id, data, created_at from recorded_events
          where id > $1 order by id limit $2`,
} as const;

export const RECORDED_EVENTS_TABLE: UserTable = {
  table: 'recorded_events',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'webhook_events' },
};
