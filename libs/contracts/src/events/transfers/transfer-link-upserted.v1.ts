import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, Version } from '../../scalars';
import { sampleLinkSettings, TransferLinkDocument } from '../../documents/transfers/transfer.documents';

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
    /** Scopes of the author: the link's outputs contain no more than these allow. Null: everything. Absent: null. */
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
    document: sampleLinkSettings,
    authorScopes: ['accounts:read', 'transactions:read'],
  },
});
