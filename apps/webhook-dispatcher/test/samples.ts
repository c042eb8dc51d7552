import {
  AccountDocument,
  AccountUpsertedV1,
  EventPayload,
  RuleUpsertedV1,
  sampleAccount,
  SAMPLE_TIME,
  sampleTransaction,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { Delivery } from '../src/sending/delivery';

/** A delivery after its first claim. */
export function sampleDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: 1,
    lane: 'account:1',
    messageId: 'msg_1',
    eventType: 'transactions.created',
    body: '{}',
    transactionIds: [],
    traceparent: null,
    attempts: 0,
    earlierAttempts: 0,
    createdAt: SAMPLE_TIME,
    ...changes,
  };
}

/** A shaped transaction whose hash is computed from its document. */
export function shaped(
  id: number,
  version: number,
  changes: Partial<TransactionDocument> & { removed?: boolean } = {},
): ShapedTransaction {
  const { removed = false, ...document } = changes;
  const raw = { ...sampleTransaction, ...document };
  return {
    id,
    shapedVersion: version,
    rawVersion: version,
    removed,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    raw,
    shaped: null,
    hash: JSON.stringify(raw),
    outputs: [],
  };
}

export function shapedEvent(
  accountId: number,
  transactions: ShapedTransaction[],
  userId = 1,
): { key: number; payload: EventPayload<typeof TransactionShapedV1> } {
  return {
    key: accountId,
    payload: { financialAccountId: accountId, userId, cause: 'INGESTED', transactions },
  };
}

export function accountEvent(
  id: number,
  version: number,
  changes: Partial<AccountDocument> = {},
  userId = 1,
): { key: number; payload: EventPayload<typeof AccountUpsertedV1> } {
  return {
    key: id,
    payload: {
      id,
      version,
      userId,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: { ...sampleAccount, ...changes },
    },
  };
}

/** The event of a rule that was switched off. */
export function ruleDisabled(changes: Partial<EventPayload<typeof RuleUpsertedV1>>): {
  key: number;
  payload: EventPayload<typeof RuleUpsertedV1>;
} {
  const document = {
    ...RuleUpsertedV1.sample.document,
    enabled: false,
    disabled_reason: 'The rule took too long.',
    disabled_at: SAMPLE_TIME,
  };
  const payload = { ...RuleUpsertedV1.sample, event: 'rule.disabled' as const, document, ...changes };
  return { key: payload.id, payload };
}
