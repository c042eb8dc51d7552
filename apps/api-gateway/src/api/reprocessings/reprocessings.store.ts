import { REPROCESSING_STATUSES, ReprocessingDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { withGrantedAccountsAlone } from '../../rest/lists/granted-rows';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

/** Reprocessings whose accounts the token was all granted. */
export const REPROCESSINGS = rowsOf<DocumentRow<ReprocessingDocument>, [access: Access]>({
  from: 'reprocessings r',
  columns: 'r.id, r.created_at, r.updated_at, r.document',
  condition: (parameters, access) => withGrantedAccountsAlone(parameters, access, 'r'),
}).listedBy({
  sorts: { id: 'r.id', created_at: 'r.created_at', updated_at: 'r.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'r.id' },
    status: { kind: 'oneOf', values: REPROCESSING_STATUSES, sql: "r.document->>'status'" },
  },
});

export type ReprocessingQuery = ListQuery<typeof REPROCESSINGS>;
