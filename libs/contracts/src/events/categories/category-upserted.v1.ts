import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { SAMPLE_TIME } from '../../documents/samples';
import { CategoryDocument } from '../../documents/transactions/category.document';
import { Id, IsoTime, Version } from '../../scalars';

/** A category of a user's own list was added or changed. Key: category id. */
export const CategoryUpsertedV1 = defineEvent({
  topic: 'category.upserted',
  version: 1,
  description: 'A category of a user’s own list was added or changed.',
  producer: 'rule-engine',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: CategoryDocument,
  }),
  sample: {
    id: 12,
    version: 1,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      name: 'Groceries',
      group: 'Everyday',
      hidden: false,
      source: { destination_id: 4, remote_id: '9c6b6b9e-1f0f-4c0c-9a53-3b8b2f9a7f10' },
    },
  },
});
