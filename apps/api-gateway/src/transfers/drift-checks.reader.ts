import { DriftCheckDocument, DriftDifference } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsId, equalsText, readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { idText, idTextOrNull, timeText } from '../wire-values';
import { DRIFT_CHECK_LIST, DRIFT_DIFFERENCE_LIST } from './transfer-lists';

export type DriftCheckQuery = ListQuery<typeof DRIFT_CHECK_LIST>;
export type DriftDifferenceQuery = ListQuery<typeof DRIFT_DIFFERENCE_LIST>;

export interface DriftCheckRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: DriftCheckDocument;
}

export interface DriftDifferenceRow {
  /** Its place in the check. */
  readonly id: number;
  readonly kind: DriftDifference['kind'];
  readonly transaction_id: number | null;
  readonly destination_transaction_id: string | null;
  readonly fields: readonly string[];
  readonly sent: DriftDifference['sent'];
  readonly held: DriftDifference['held'];
}

const COLUMNS = 'k.id, k.created_at, k.updated_at, k.document';

/** The checks of a link whose account the token was granted. */
export function readDriftChecks(
  database: Queryable,
  access: Access,
  linkId: number,
  query: DriftCheckQuery,
): Promise<RowsAndTotal<DriftCheckRow>> {
  const parameters = new SqlParameters();
  const conditions: ConditionsOf<typeof DRIFT_CHECK_LIST> = { status: equalsText("k.document->>'status'") };
  return readList<DriftCheckRow, typeof DRIFT_CHECK_LIST>(database, query, {
    from: 'drift_checks k',
    columns: COLUMNS,
    condition: ofLink(access, linkId, parameters),
    parameters,
    conditions,
    sorted: { id: 'k.id', created_at: 'k.created_at', updated_at: 'k.updated_at' },
  });
}

export async function readDriftCheck(
  database: Queryable,
  access: Access,
  linkId: number,
  id: number,
): Promise<DriftCheckRow | null> {
  const parameters = new SqlParameters();
  const condition = `${ofLink(access, linkId, parameters)} and k.id = ${parameters.add(id)}::bigint`;
  const [row] = await database.query<DriftCheckRow>(
    `select ${COLUMNS} from drift_checks k where ${condition}`,
    parameters.values,
  );
  return row ?? null;
}

/** What a check found. The caller has seen to it that the check is the token's to read. */
export function readDriftDifferences(
  database: Queryable,
  access: Access,
  checkId: number,
  query: DriftDifferenceQuery,
): Promise<RowsAndTotal<DriftDifferenceRow>> {
  const parameters = new SqlParameters();
  const user = `d.user_id = ${parameters.add(access.userId)}::bigint`;
  const conditions: ConditionsOf<typeof DRIFT_DIFFERENCE_LIST> = {
    kind: equalsText('d.kind'),
    transaction_id: equalsId('d.transaction_id'),
  };
  return readList<DriftDifferenceRow, typeof DRIFT_DIFFERENCE_LIST>(database, query, {
    from: 'drift_differences d',
    columns:
      'd.place as id, d.kind, d.transaction_id, d.destination_transaction_id, d.fields, d.sent, d.held',
    condition: `${user} and d.check_id = ${parameters.add(checkId)}::bigint`,
    parameters,
    conditions,
    sorted: { place: 'd.place' },
    id: 'd.place',
  });
}

function ofLink(access: Access, linkId: number, parameters: SqlParameters): string {
  const own = `k.user_id = ${parameters.add(access.userId)}::bigint
    and k.transfer_link_id = ${parameters.add(linkId)}::bigint`;
  return access.accountIds === null
    ? own
    : `${own} and k.account_id = any(${parameters.ids(access.accountIds)})`;
}

export function toDriftCheck(row: DriftCheckRow): Readonly<Record<string, unknown>> {
  const { document } = row;
  return {
    id: idText(row.id),
    transfer_link_id: idText(document.transfer_link_id),
    financial_account_id: idText(document.financial_account_id),
    status: document.status,
    checked: document.checked,
    differences: document.differences,
    error: document.error,
    finished_at: document.finished_at,
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
  };
}

export function toDriftDifference(row: DriftDifferenceRow): Readonly<Record<string, unknown>> {
  return {
    place: row.id,
    kind: row.kind,
    transaction_id: idTextOrNull(row.transaction_id),
    destination_transaction_id: row.destination_transaction_id,
    fields: row.fields,
    sent: row.sent,
    held: row.held,
  };
}
