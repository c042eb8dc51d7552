import {
  DESTINATION_STATES,
  DESTINATION_TYPES,
  DRIFT_CHECK_STATUSES,
  DRIFT_KINDS,
  HISTORY_STATES,
  SYNC_MODES,
  TRANSFER_OPERATIONS,
  TRANSFER_STATUSES,
} from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /transfer-links`. */
export const TRANSFER_LINK_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {
    financial_account: { needs: 'accounts:read' },
    destination: { needs: 'destinations:read' },
    rules: { needs: 'rules:read' },
  },
  filters: {
    id: { kind: 'id' },
    financial_account_id: { kind: 'id' },
    destination_type: { kind: 'oneOf', values: DESTINATION_TYPES },
    destination_id: { kind: 'id' },
    active: { kind: 'flag' },
    sync_mode: { kind: 'oneOf', values: SYNC_MODES },
    history_state: { kind: 'oneOf', values: HISTORY_STATES, description: 'Of `history.state`.' },
  },
} as const satisfies ListDefinition;

/** What one attempt may have come to. */
export const ATTEMPT_STATUSES = ['TRANSFERRED', 'FAILED'] as const;

/** The query of `GET /transfer-logs`. */
export const TRANSFER_LOG_LIST = {
  sorts: ['id', 'created_at'],
  defaultSort: '-id',
  includes: { transfer_link: {} },
  filters: {
    id: { kind: 'id' },
    transfer_link_id: { kind: 'id' },
    financial_account_id: { kind: 'id' },
    transaction_id: { kind: 'id' },
    destination_type: { kind: 'oneOf', values: DESTINATION_TYPES },
    destination_id: { kind: 'id' },
    operation: { kind: 'oneOf', values: TRANSFER_OPERATIONS },
    status: { kind: 'oneOf', values: ATTEMPT_STATUSES, description: 'What the attempt came to.' },
    transfer_status: {
      kind: 'oneOf',
      values: TRANSFER_STATUSES,
      description: 'Where the transaction stands on the link now.',
    },
    destination_state: {
      kind: 'oneOf',
      values: DESTINATION_STATES,
      description: 'How the row is at the destination now, as far as is known.',
    },
    created_after: { kind: 'date', description: 'On the day or after it, in UTC.' },
    created_before: { kind: 'date', description: 'On the day or before it, in UTC.' },
  },
} as const satisfies ListDefinition;

/** The query of `GET /transfer-links/{transferLinkId}/drift-checks`. */
export const DRIFT_CHECK_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: { status: { kind: 'oneOf', values: DRIFT_CHECK_STATUSES } },
} as const satisfies ListDefinition;

/** The query of `GET /transfer-links/{transferLinkId}/drift-checks/{driftCheckId}/differences`. */
export const DRIFT_DIFFERENCE_LIST = {
  sorts: ['place'],
  defaultSort: 'place',
  includes: {},
  filters: {
    kind: { kind: 'oneOf', values: DRIFT_KINDS },
    transaction_id: { kind: 'id' },
  },
} as const satisfies ListDefinition;
