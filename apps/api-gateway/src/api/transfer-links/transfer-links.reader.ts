import { DESTINATION_TYPES, HISTORY_STATES, SYNC_MODES } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { rowsOf } from '../../rest/lists/row-list';
import { TRANSFER_LINK_COLUMNS, TransferLinkRow } from '../included/transfer-link.resource';

/** The links whose accounts the token was granted. */
export const TRANSFER_LINKS = rowsOf<TransferLinkRow, [access: Access]>({
  from: 'transfer_links l',
  columns: TRANSFER_LINK_COLUMNS,
  condition: (parameters, access) => `${ofGrantedAccounts(parameters, access, 'l')} and not l.deleted`,
}).listedBy({
  sorts: { id: 'l.id', created_at: 'l.created_at', updated_at: 'l.updated_at' },
  defaultSort: '-id',
  includes: {
    financial_account: { needs: 'accounts:read' },
    destination: { needs: 'destinations:read' },
    rules: { needs: 'rules:read' },
  },
  filters: {
    id: { kind: 'id', sql: 'l.id' },
    financial_account_id: { kind: 'id', sql: 'l.account_id' },
    destination_type: {
      kind: 'oneOf',
      values: DESTINATION_TYPES,
      sql: "l.document->>'destination_type'",
    },
    destination_id: { kind: 'id', sql: "(l.document->>'destination_id')::bigint" },
    active: { kind: 'flag', sql: "(l.document->>'active')::boolean" },
    sync_mode: { kind: 'oneOf', values: SYNC_MODES, sql: "l.document->>'sync_mode'" },
    history_state: {
      kind: 'oneOf',
      values: HISTORY_STATES,
      description: 'Of `history.state`.',
      sql: "l.document->'history'->>'state'",
    },
  },
});

export type TransferLinkQuery = ListQuery<typeof TRANSFER_LINKS>;
