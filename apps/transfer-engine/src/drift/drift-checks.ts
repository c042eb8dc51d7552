import {
  DestinationType,
  DriftCheckDocument,
  DriftCheckUpsertedV1,
  EventPayload,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { DriftCheckRow, insertCheck } from './drift-checks.store';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { Difference } from './compare';

/** Kind of the jobs that check links to destinations of a type for drift; a job's key is the check's id. */
export function driftChecksAt(type: DestinationType): string {
  return `drift_checks:${type}`;
}

const DIFFERENCES_PER_MESSAGE = 500;

export function toCheckPayload(row: DriftCheckRow): EventPayload<typeof DriftCheckUpsertedV1> {
  return {
    id: row.id,
    version: row.version,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    document: row.document,
    differences: [],
  };
}

/** The events of a check, with the differences that it found. */
export function checkUpserted(row: DriftCheckRow, found: readonly Difference[] = []): OutgoingEvent[] {
  const payload = toCheckPayload(row);
  const placed = found.map(({ transferId: _, fields, ...difference }, index) => ({
    ...difference,
    fields: [...fields],
    place: index + 1,
  }));
  const events: OutgoingEvent[] = [];
  for (let from = 0; from === 0 || from < placed.length; from += DIFFERENCES_PER_MESSAGE) {
    const differences = placed.slice(from, from + DIFFERENCES_PER_MESSAGE);
    events.push(event(DriftCheckUpsertedV1, row.linkId, { ...payload, differences }));
  }
  return events;
}

/** Saves a new check of the link and its job. */
export async function beginCheck(
  tx: Tx,
  link: Pick<TransferLink, 'id' | 'user_id' | 'financial_account_id' | 'destination_type'>,
): Promise<DriftCheckRow> {
  const document: DriftCheckDocument = {
    transfer_link_id: link.id,
    financial_account_id: link.financial_account_id,
    status: 'PENDING',
    checked: 0,
    differences: { missing: 0, deleted: 0, changed: 0, moved: 0, extra: 0 },
    error: null,
    finished_at: null,
  };
  const row = await insertCheck(tx, { linkId: link.id, userId: link.user_id, document });
  const kind = driftChecksAt(link.destination_type);
  await enqueueJobs(tx, kind, [{ key: row.id, userId: row.userId, payload: {} }]);
  return row;
}
