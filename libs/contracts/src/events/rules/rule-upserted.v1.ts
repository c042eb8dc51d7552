import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { RULE_EVENTS, RuleDocument } from '../../documents/rule.documents';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf, Version } from '../../scalars';

/**
 * A rule, its conditions, actions or attachments changed. `event` names the webhook event, if there is one, and
 * `accountIds` the accounts that the rule shaped, directly or through their links. Key: rule id.
 */
export const RuleUpsertedV1 = defineEvent({
  topic: 'rule.upserted',
  version: 1,
  description: 'A rule, its conditions, actions or attachments changed.',
  producer: 'rule-engine',
  consumers: ['api-gateway', 'webhook-dispatcher'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    createdAt: IsoTime,
    updatedAt: IsoTime,
    event: Type.Optional(Nullable(OneOf(RULE_EVENTS))),
    accountIds: Type.Optional(Type.Array(Id)),
    document: RuleDocument,
  }),
  sample: {
    id: 5,
    version: 2,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      scope: 'ANY',
      type: 'CUSTOM',
      name: 'Tidy card payees',
      description: null,
      enabled: true,
      migrated: false,
      trigger_on_any_condition: false,
      skip_other_rules_when_triggered: false,
      compatible_destinations: ['BUDGETA', 'BUDGETB', 'SHEETS', 'WORKSPACE'],
      output_compatible: true,
      conditions: [
        {
          id: 6,
          transaction_type: 'DEBIT',
          field_name: 'creditor.name',
          operator: 'contains',
          value: 'oy',
          created_at: SAMPLE_TIME,
          updated_at: SAMPLE_TIME,
        },
      ],
      actions: [
        {
          id: 7,
          order: 1,
          action_type: 'SET_FIELD',
          field_name: 'mapped_fields.payee',
          value: '{{ creditor.name | downcase | capitalize }}',
          created_at: SAMPLE_TIME,
          updated_at: SAMPLE_TIME,
        },
      ],
      transfer_links: [{ id: 8, position: 1 }],
      financial_accounts: [],
    },
  },
});
