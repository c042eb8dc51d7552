import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, Version } from '../../scalars';
import { TransferLinkDocument } from '../../documents/transfers/transfer.documents';

/**
 * A transfer link was made, changed or deleted. `historyVersion` rises when the link needs the account's history (new,
 * resumed, pointed elsewhere): the rule engine then shapes the stored transactions for it. Key: account id.
 */
export const TransferLinkUpsertedV1 = defineEvent({
  topic: 'transfer-link.upserted',
  version: 1,
  description: 'A transfer link was made, changed or deleted.',
  producer: 'transfer-engine',
  consumers: ['api-gateway', 'rule-engine'],
  keyedBy: 'document.financial_account_id',
  payload: Type.Object({
    id: Id,
    version: Version,
    historyVersion: Version,
    userId: Id,
    deleted: Type.Boolean(),
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: TransferLinkDocument,
    /** What its author was granted: the outputs for it contain no more. Null: everything. Absent: null. */
    authorScopes: Type.Optional(Nullable(Type.Array(Type.String()))),
  }),
  sample: {
    id: 8,
    version: 1,
    historyVersion: 1,
    userId: 1,
    deleted: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      financial_account_id: 17,
      destination_type: 'BUDGETA',
      destination_id: 12,
      transfer_start_date: null,
      active: true,
      sync_mode: 'TRANSACTIONS',
      on_booked_change: {
        update_status: true,
        update_payee: true,
        update_description: true,
        update_amount: true,
      },
    },
    authorScopes: ['accounts:read', 'transactions:read'],
  },
});
