import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { ACTION_TYPES } from '../../documents/rule.documents';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf } from '../../scalars';

export const RULE_LOG_KINDS = ['APPLIED', 'UNDONE', 'FAILED'] as const;

export const RuleLogEntry = Type.Object({
  id: Id,
  kind: OneOf(RULE_LOG_KINDS),
  ruleId: Id,
  actionId: Nullable(Id),
  actionType: Nullable(OneOf(ACTION_TYPES)),
  transactionId: Id,
  /** Null for a rule that is attached to the account. */
  transferLinkId: Nullable(Id),
  fieldName: Nullable(Type.String()),
  previousValue: Nullable(Type.String()),
  newValue: Nullable(Type.String()),
  error: Nullable(Type.String()),
  createdAt: IsoTime,
  /** The log that an `UNDONE` one reverts. */
  undoes: Type.Optional(Nullable(Id)),
});
export type RuleLogEntry = Static<typeof RuleLogEntry>;

/**
 * Logs of rules: an entry for each field of each transaction that a rule changed, or failed to change. Key: account id.
 */
export const RuleLoggedV1 = defineEvent({
  topic: 'rule.logged',
  version: 1,
  description: 'Rules changed fields of transactions, failed on one, or were undone.',
  producer: 'rule-engine',
  consumers: ['api-gateway'],
  keyedBy: 'financialAccountId',
  itemsIn: 'logs',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    logs: Type.Array(RuleLogEntry, { minItems: 1, maxItems: 1000 }),
  }),
  sample: {
    financialAccountId: 17,
    userId: 1,
    logs: [
      {
        id: 900,
        kind: 'APPLIED',
        ruleId: 5,
        actionId: 7,
        actionType: 'SET_FIELD',
        transactionId: 1001,
        transferLinkId: null,
        fieldName: 'mapped_fields.payee',
        previousValue: 'Kahvila Oy',
        newValue: 'Kahvila',
        error: null,
        createdAt: SAMPLE_TIME,
      },
    ],
  },
});
