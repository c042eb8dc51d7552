import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { RuleApplicationDocument } from '../../documents/rule.documents';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Version } from '../../scalars';

/** The progress of applying a rule to history, or of trying it. Key: application id. */
export const RuleApplicationUpsertedV1 = defineEvent({
  topic: 'rule-application.upserted',
  version: 1,
  description: 'The application of a rule to history was requested, made progress, or ended.',
  producer: 'rule-engine',
  consumers: ['api-gateway'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: RuleApplicationDocument,
  }),
  sample: {
    id: 3,
    version: 4,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      rule_id: 5,
      dry_run: true,
      status: 'RUNNING',
      financial_account_ids: [17],
      transactions_total: 1200,
      transactions_done: 400,
      transactions_matched: 31,
      transactions_changed: 30,
      transactions_locked: 1,
      changes: [
        {
          transaction_id: 1001,
          financial_account_id: 17,
          transfer_link_id: null,
          rule_id: 5,
          field_name: 'mapped_fields.payee',
          previous_value: 'Kahvila Oy',
          new_value: 'Kahvila',
        },
      ],
      error: null,
      finished_at: null,
    },
  },
});
