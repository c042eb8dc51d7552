import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, Version } from '../../scalars';

/** A rule was deleted; its logs stay. Consumers store a tombstone. Key: rule id. */
export const RuleDeletedV1 = defineEvent({
  topic: 'rule.deleted',
  version: 1,
  description: 'A rule was deleted and detached everywhere; its effects and their logs stay.',
  producer: 'rule-engine',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({ id: Id, version: Version, userId: Id }),
  sample: { id: 5, version: 3, userId: 1 },
});
