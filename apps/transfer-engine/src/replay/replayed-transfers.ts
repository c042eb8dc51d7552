import { DestinationType, TransferLogEntry, TransferOperation } from '@tributary/contracts';
import { partById, ReplayedEvent } from '@tributary/service';
import { MoreThan } from 'typeorm';
import { checkUpserted, CHECK_COLUMNS, DriftCheckRow } from '../drift/drift-checks';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { LoggedRow, toEntry, transferLogged } from '../transfers/transfer-logged';

export const TRANSFER_LINKS = partById<TransferLink>({
  name: 'transfer links',
  totalSql: 'select count(*) as count from transfer_links',
  rows: (tx, after, take) =>
    tx.manager.find(TransferLink, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take }),
  idOf: ({ id }) => id,
  toEvents: (links) => links.map((link) => ({ event: linkUpserted(link), occurredAt: link.updatedAt })),
});

interface TransferRow extends LoggedRow {
  readonly accountId: number;
  readonly userId: number;
  readonly createdAt: Date;
}

const TRANSFER_COLUMNS = `t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId", t.state,
  t.ended_by as "endedBy", t.destination_transaction_id as "destinationTransactionId", t.maybe_sent as "maybeSent",
  coalesce(t.changed_there, '{}') as "changedThere", t.locked_there as "lockedThere",
  t.account_id as "accountId", t.user_id as "userId"`;

/** Data sent to destinations for a deleted account is stored only here. */
const OF_LIVING_ACCOUNTS = 'not exists (select from accounts a where a.id = t.account_id and a.deleted)';

/** A planned transfer is not published; see the README. One that was attempted comes with its log at least. */
const PUBLISHED = `not (t.state in ('PENDING', 'HELD') and t.attempts = 0 and t.destination_transaction_id is null
  and not t.maybe_sent)`;

export const TRANSFERS = partById<TransferRow>({
  name: 'transfers',
  totalSql: 'select count(*) as count from transfers',
  rows: `select ${TRANSFER_COLUMNS}, t.created_at as "createdAt" from transfers t
          where t.id > $1 and ${PUBLISHED} and ${OF_LIVING_ACCOUNTS} order by t.id limit $2`,
  idOf: ({ id }) => id,
  toEvents: (rows) => toEvents(rows, () => null),
});

interface LogRow extends TransferRow {
  readonly logId: number;
  readonly operation: TransferOperation;
  readonly succeeded: boolean;
  readonly foundId: string | null;
  readonly error: string | null;
  readonly attemptedAt: Date;
  readonly destinationType: DestinationType | null;
  readonly destinationId: number;
}

/** Each attempt beside its transfer as it is now. */
export const TRANSFER_LOGS = partById<LogRow>({
  name: 'transfer logs',
  totalSql: 'select count(*) as count from transfer_logs',
  rows: `select ${TRANSFER_COLUMNS}, t.created_at as "createdAt", l.id as "logId", l.operation, l.succeeded,
                l.destination_transaction_id as "foundId", l.error, l.attempted_at as "attemptedAt",
                d.destination_type as "destinationType", t.destination_id as "destinationId"
           from transfer_logs l join transfers t on t.id = l.transfer_id
           left join destination_targets d on d.id = t.destination_id
          where l.id > $1 and ${OF_LIVING_ACCOUNTS} order by l.id limit $2`,
  idOf: ({ logId }) => logId,
  toEvents: (rows) => toEvents(rows, attemptOf),
});

function attemptOf(row: LogRow): TransferLogEntry['attempt'] {
  return {
    id: row.logId,
    operation: row.operation,
    succeeded: row.succeeded,
    destinationTransactionId: row.foundId,
    error: row.error,
    attemptedAt: row.attemptedAt.toISOString(),
    ...(row.destinationType === null
      ? {}
      : { destinationType: row.destinationType, destinationId: row.destinationId }),
  };
}

function toEvents<Row extends TransferRow>(
  rows: readonly Row[],
  attempt: (row: Row) => TransferLogEntry['attempt'],
): ReplayedEvent[] {
  const occurredAt = rows[0]?.createdAt ?? new Date();
  return transferLogged(
    rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row, attempt(row)) })),
  ).map((event) => ({ event, occurredAt }));
}

export const DRIFT_CHECKS = partById<DriftCheckRow>({
  name: 'drift checks',
  totalSql: 'select count(*) as count from drift_checks',
  rows: `select ${CHECK_COLUMNS} from drift_checks where id > $1 order by id limit $2`,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.flatMap((row) => checkUpserted(row).map((event) => ({ event, occurredAt: row.updatedAt }))),
});
