import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, Nullable, Version } from '../../scalars';

/**
 * A category was deleted. Its transactions follow in the background: they get the category in `movedTo`, or none.
 * Consumers store a tombstone. Key: category id.
 */
export const CategoryDeletedV1 = defineEvent({
  topic: 'category.deleted',
  version: 1,
  description: 'A category was deleted; its transactions get another one, or none.',
  producer: 'rule-engine',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({ id: Id, version: Version, userId: Id, movedTo: Nullable(Id) }),
  sample: { id: 12, version: 2, userId: 1, movedTo: 13 },
});
