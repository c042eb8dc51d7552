import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { AccountDocument } from '../../documents/accounts/finance.documents';
import { sampleAccount, SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';

/** A financial account was found at its provider, or changed. Key: account id. */
export const AccountUpsertedV1 = defineEvent({
  topic: 'account.upserted',
  version: 1,
  description: 'A financial account was found at its provider, or changed.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: AccountDocument,
  }),
  sample: {
    id: 17,
    version: 4,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: sampleAccount,
  },
});
