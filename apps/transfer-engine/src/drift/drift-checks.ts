import {
  DestinationType,
  DriftCheckDocument,
  DriftCheckUpsertedV1,
  EventPayload,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { Difference } from './compare';

/** Kind of the jobs that check links to destinations of a type for drift; the key is the check's id. */
export function driftChecksAt(type: DestinationType): string {
  return `drift_checks:${type}`;
}

/** A row of `drift_checks`. */
export interface DriftCheckRow {
  readonly id: number;
  readonly linkId: number;
  readonly userId: number;
  readonly version: number;
  readonly document: DriftCheckDocument;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const CHECK_COLUMNS = `id, link_id as "linkId", user_id as "userId", version, document, created_at as "createdAt",
  updated_at as "updatedAt"`;

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

/** The events of a check, with what it found. */
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

/** Saves a new check, and leaves its job. */
export async function insertCheck(
  tx: Tx,
  link: Pick<TransferLink, 'id' | 'userId' | 'financialAccountId' | 'destinationType'>,
): Promise<DriftCheckRow> {
  const document: DriftCheckDocument = {
    transfer_link_id: link.id,
    financial_account_id: link.financialAccountId,
    status: 'PENDING',
    checked: 0,
    differences: { missing: 0, deleted: 0, changed: 0, moved: 0, extra: 0 },
    error: null,
    finished_at: null,
  };
  const [row] = await tx.query<DriftCheckRow>(
    `insert into drift_checks (link_id, user_id, document) values ($1, $2, $3) returning ${CHECK_COLUMNS}`,
    [link.id, link.userId, JSON.stringify(document)],
  );
  if (!row) throw new Error('the drift check that was just written is missing');
  const kind = driftChecksAt(link.destinationType);
  await enqueueJobs(tx, kind, [{ key: row.id, userId: row.userId, payload: {} }]);
  return row;
}

/** The link's check that is not finished, if there is one. */
export async function findOpenCheck(tx: Tx, linkId: number): Promise<DriftCheckRow | null> {
  const [row] = await tx.query<DriftCheckRow>(
    `select ${CHECK_COLUMNS} from drift_checks where link_id = $1 and not finished order by id limit 1`,
    [linkId],
  );
  return row ?? null;
}

/** An open check, and what it compares with. */
export interface OpenCheck extends DriftCheckRow {
  readonly unitId: number;
  readonly destinationId: number;
  readonly destinationType: DestinationType;
  readonly targetExternalId: string;
  /** The connection accepts no requests for so long; endless while it is disabled. */
  readonly blockedMs: number;
}

/** Null if it is finished, or its link's target was deleted. */
export async function readOpenCheck(database: Queryable, id: number): Promise<OpenCheck | null> {
  const [check] = await database.query<OpenCheck>(
    `select k.id, k.link_id as "linkId", k.user_id as "userId", k.version, k.document,
            k.created_at as "createdAt", k.updated_at as "updatedAt", d.unit_id as "unitId",
            l.destination_id as "destinationId", d.destination_type as "destinationType",
            d.external_id as "targetExternalId",
            case when c.enabled
                 then greatest(0, extract(epoch from c.blocked_until - clock_timestamp()) * 1000)::float8
                 else 'Infinity' end as "blockedMs"
       from drift_checks k
       join transfer_links l on l.id = k.link_id
       join destination_targets d on d.id = l.destination_id
       join destination_units u on u.id = d.unit_id
       join destination_connections c on c.id = u.connection_id
      where k.id = $1 and not k.finished`,
    [id],
  );
  return check ?? null;
}

/** Saves the result of a check; null where it was finished by another, or erased. */
export async function saveCheck(
  tx: Tx,
  id: number,
  document: DriftCheckDocument,
): Promise<DriftCheckRow | null> {
  const [row] = await tx.query<DriftCheckRow>(
    `update drift_checks
        set document = $2, version = version + 1, updated_at = now(), finished = $3
      where id = $1 and not finished returning ${CHECK_COLUMNS}`,
    [id, JSON.stringify(document), document.finished_at !== null],
  );
  return row ?? null;
}
