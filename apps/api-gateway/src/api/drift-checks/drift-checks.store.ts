import { DRIFT_CHECK_STATUSES, DRIFT_KINDS, DriftCheckDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

/** The checks of a link whose account the token was granted. */
export const DRIFT_CHECKS = rowsOf<DocumentRow<DriftCheckDocument>, [access: Access, linkId: number]>({
  from: 'drift_checks k',
  columns: 'k.id, k.created_at, k.updated_at, k.document',
  condition: (parameters, access, linkId) =>
    `${ofGrantedAccounts(parameters, access, 'k')} and k.transfer_link_id = ${parameters.add(linkId)}::bigint`,
}).listedBy({
  sorts: { id: 'k.id', created_at: 'k.created_at', updated_at: 'k.updated_at' },
  defaultSort: '-id',
  filters: { status: { kind: 'oneOf', values: DRIFT_CHECK_STATUSES, sql: "k.document->>'status'" } },
});

/** Differences that a check found. The caller has verified that the token may read the check. */
export const DRIFT_DIFFERENCES = rowsOf<{ readonly id: number }, [access: Access, checkId: number]>({
  from: 'drift_differences d',
  columns:
    'd.place as id, d.place, d.kind, d.transaction_id, d.destination_transaction_id, d.fields, d.sent, d.held',
  condition: (parameters, { userId }, checkId) =>
    `d.user_id = ${parameters.add(userId)}::bigint and d.check_id = ${parameters.add(checkId)}::bigint`,
  id: 'd.place',
}).listedBy({
  sorts: { place: 'd.place' },
  defaultSort: 'place',
  filters: {
    kind: { kind: 'oneOf', values: DRIFT_KINDS, sql: 'd.kind' },
    transaction_id: { kind: 'id', sql: 'd.transaction_id' },
  },
});

export type DriftCheckQuery = ListQuery<typeof DRIFT_CHECKS>;
export type DriftDifferenceQuery = ListQuery<typeof DRIFT_DIFFERENCES>;
