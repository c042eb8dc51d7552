import { DestinationType, DriftCheckDocument } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinLinks } from '../transfers/carrying-links.store';
import { joinConnections } from '../destinations/connections/connections.store';
import { joinTargets, joinUnits } from '../destinations/connections/resources/targets.store';

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

const COLUMNS = `id, link_id as "linkId", user_id as "userId", version, document, created_at as "createdAt",
  updated_at as "updatedAt"`;

export async function insertCheck(
  tx: Tx,
  check: Pick<DriftCheckRow, 'linkId' | 'userId' | 'document'>,
): Promise<DriftCheckRow> {
  const [row] = await tx.query<DriftCheckRow>(
    `insert into drift_checks (link_id, user_id, document) values ($1, $2, $3) returning ${COLUMNS}`,
    [check.linkId, check.userId, JSON.stringify(check.document)],
  );
  if (!row) throw new Error('the drift check that was just written is missing');
  return row;
}

/** Returns the link's unfinished check; null if there is none. */
export async function findOpenCheck(tx: Tx, linkId: number): Promise<DriftCheckRow | null> {
  const [row] = await tx.query<DriftCheckRow>(
    `select ${COLUMNS} from drift_checks where link_id = $1 and not finished order by id limit 1`,
    [linkId],
  );
  return row ?? null;
}

/** An unfinished check, with the target that it compares. */
export interface OpenCheck extends DriftCheckRow {
  readonly unitId: number;
  readonly destinationId: number;
  readonly destinationType: DestinationType;
  readonly targetExternalId: string;
  /** Milliseconds for which the connection accepts no requests; infinite while it is disabled. */
  readonly blockedMs: number;
}

/** Returns null if the check is finished or its link's target was deleted. */
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
       ${joinLinks('k.link_id')}
       ${joinTargets('l.destination_id')}
       ${joinUnits('d.unit_id')}
       ${joinConnections('u.connection_id')}
      where k.id = $1 and not k.finished`,
    [id],
  );
  return check ?? null;
}

/** Saves the result of a check; null if it was finished or erased meanwhile. */
export async function saveCheck(
  tx: Tx,
  id: number,
  document: DriftCheckDocument,
): Promise<DriftCheckRow | null> {
  const [row] = await tx.query<DriftCheckRow>(
    `update drift_checks
        set document = $2, version = version + 1, updated_at = now(), finished = $3
      where id = $1 and not finished returning ${COLUMNS}`,
    [id, JSON.stringify(document), document.finished_at !== null],
  );
  return row ?? null;
}

/** Queries for a replay of all checks: their number, and the rows above an id. */
export const ALL_CHECKS = {
  totalSql: 'select count(*) as count from drift_checks',
  nextRowsQuery: `select ${COLUMNS} from drift_checks where id > $1 order by id limit $2`,
} as const;

export const DRIFT_CHECKS_TABLE: UserTable = {
  table: 'drift_checks',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'drift_checks' },
};
