import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';

/** A user was deleted: services erase the user's data, and ignore later events of the user. Key: user id. */
export const UserDeletedV1 = defineEvent({
  topic: 'user.deleted',
  version: 1,
  description: 'A user was deleted; services must erase all of the user’s data.',
  producer: 'api-gateway',
  consumers: ['ingestion-sync', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'userId',
  payload: Type.Object({ userId: Id, version: Version, deletedAt: IsoTime }),
  sample: { userId: 1, version: 2, deletedAt: SAMPLE_TIME },
});
