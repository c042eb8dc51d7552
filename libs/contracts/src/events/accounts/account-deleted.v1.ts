import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, Version } from '../../scalars';

/** A financial account was deleted, with its transactions; consumers store a tombstone. Key: account id. */
export const AccountDeletedV1 = defineEvent({
  topic: 'account.deleted',
  version: 1,
  description: 'A financial account was deleted, with its transactions.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'id',
  payload: Type.Object({ id: Id, version: Version, userId: Id }),
  sample: { id: 17, version: 9, userId: 1 },
});
