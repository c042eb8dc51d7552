import { TransferLogEntry } from '@tributary/contracts';
import { partById, ReplayedEvent } from '@tributary/service';
import { ALL_LINKS } from '../../transfer-links/transfer-links.store';
import { ALL_ATTEMPTS, ALL_TRANSFERS, AttemptRow, ReplayedRow } from '../../transfers/transfers.store';
import { checkUpserted } from '../../drift/drift-checks';
import { ALL_CHECKS, DriftCheckRow } from '../../drift/drift-checks.store';
import { linkUpserted } from '../../transfer-links/transfer-link-upserted';
import { TransferLink } from '../../transfer-links/transfer-link.entity';
import { toEntry, transferLogged } from '../../transfers/transfer-logged';

export const TRANSFER_LINKS = partById<TransferLink>({
  name: 'transfer links',
  ...ALL_LINKS,
  idOf: ({ id }) => id,
  toEvents: (links) => links.map((link) => ({ event: linkUpserted(link), occurredAt: link.updated_at })),
});

export const TRANSFERS = partById<ReplayedRow>({
  name: 'transfers',
  ...ALL_TRANSFERS,
  idOf: ({ id }) => id,
  toEvents: (rows) => toEvents(rows, () => null),
});

/** Each attempt, with the present state of its transfer. */
export const TRANSFER_LOGS = partById<AttemptRow>({
  name: 'transfer logs',
  ...ALL_ATTEMPTS,
  idOf: ({ logId }) => logId,
  toEvents: (rows) => toEvents(rows, attemptOf),
});

function attemptOf(row: AttemptRow): TransferLogEntry['attempt'] {
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

function toEvents<Row extends ReplayedRow>(
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
  ...ALL_CHECKS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    rows.flatMap((row) => checkUpserted(row).map((event) => ({ event, occurredAt: row.updatedAt }))),
});
