import { addAll, EventData, FULL_VIEW, groupBy, WebhookEventRecordedV1 } from '@tributary/contracts';
import { appendToOutbox, cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { Announcement, Subject } from './announcement';
import { PayloadTexts } from './payload-texts';

/** For one message on the bus, which may have 512 KiB. */
const BYTES_PER_MESSAGE_MAX = 384 * 1024;

interface Recorded {
  readonly id: number;
  readonly announcement: Announcement;
  readonly bytes: number;
}

/**
 * Stores announcements, also without subscribed endpoints, for clients that pull. It runs last in its transaction:
 * writers of one user wait for each other from here to the commit, so that a user's ids rise in the order in which they
 * become visible.
 */
export async function recordEvents(
  tx: Tx,
  announcements: readonly Announcement[],
  texts: PayloadTexts,
): Promise<void> {
  const data = announcements.map((announcement) => texts.data(keptOf(announcement), FULL_VIEW, 'v2'));
  const ids = await insert(tx, announcements, data);
  const recorded = announcements.map((announcement, index) => ({
    id: ids[index] ?? 0,
    announcement,
    bytes: Buffer.byteLength(data[index] ?? ''),
  }));
  await appendToOutbox(tx, messagesOf(recorded));
}

/** Announcements about accounts are deleted with them, except the deletion itself. */
export async function forgetEventsOf(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.execute(
    `delete from recorded_events where account_id = any($1::bigint[]) and type <> 'account.deleted'`,
    [accountIds],
  );
}

/**
 * Until the commit, each user has one writer of recorded events at a time. The locks are taken in the statement of the
 * rows, which others wait for, and before the first row gets its id: the join needs the row of `turn`.
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

async function insert(tx: Tx, announcements: readonly Announcement[], data: readonly string[]) {
  const ids: number[] = [];
  for (let start = 0; start < announcements.length; start += ROWS_PER_STATEMENT) {
    const some = announcements.slice(start, start + ROWS_PER_STATEMENT);
    const subjects = some.map(({ about }) => subjectIds(about));
    const rows = await tx.queryPrepared<{ id: number }>(INSERT, [
      some.map(({ userId }) => userId),
      some.map(({ type }) => type),
      subjects.map(({ financialAccountId }) => financialAccountId),
      subjects.map(({ connectionId }) => connectionId),
      subjects.map(({ ruleId }) => ruleId),
      toTextSequence(data.slice(start, start + some.length)),
      some.map(({ cause }) => cause.occurredAt),
    ]);
    addAll(
      ids,
      rows.map(({ id }) => id).sort((a, b) => a - b),
    );
  }
  return ids;
}

/** One user's events in messages that fit onto the bus. */
function messagesOf(recorded: readonly Recorded[]): OutgoingEvent[] {
  return [...groupBy(recorded, ({ announcement }) => announcement.userId)].flatMap(([userId, ofUser]) => {
    const sized = ofUser.map((item) => ({ item, bytes: item.bytes }));
    return cutForMessages(sized, Infinity, BYTES_PER_MESSAGE_MAX).map((items) => {
      const payload = { userId, events: items.map(toEvent) };
      return event(WebhookEventRecordedV1, userId, payload, items[0]?.announcement.cause.trace);
    });
  });
}

/** Of a deleted account only its deletion is kept. */
function keptOf({ type, about, data }: Announcement): EventData {
  if (type !== 'account.deleted' || about.kind !== 'account') return data;
  return { financial_account: { id: String(about.accountId) } };
}

function subjectIds(about: Subject) {
  return {
    financialAccountId: about.kind === 'account' ? about.accountId : null,
    connectionId: about.kind === 'connection' ? about.connectionId : null,
    ruleId: about.kind === 'rule' ? about.ruleId : null,
  };
}

function toEvent({ id, announcement }: Recorded) {
  const { type, about, cause } = announcement;
  return {
    id,
    type,
    ...subjectIds(about),
    createdAt: cause.occurredAt,
    data: { ...keptOf(announcement) },
  };
}
