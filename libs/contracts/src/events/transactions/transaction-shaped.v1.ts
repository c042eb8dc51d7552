import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { sampleTransaction, SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf, Version } from '../../scalars';
import { TransactionDocument } from '../../documents/transactions/transaction.document';

/** Causes of shaping transactions (again). */
export const SHAPING_CAUSES = [
  'INGESTED',
  'REMOVED',
  'RULE_APPLIED',
  'RULE_UNDONE',
  'LINK_ADDED',
  'LINK_CHANGED',
] as const;
export type ShapingCause = (typeof SHAPING_CAUSES)[number];

/** The data that one transfer link sends to its destination. */
export const ShapedOutput = Type.Object({
  transferLinkId: Id,
  /** Null: the same as the account-level shaped document. */
  document: Nullable(TransactionDocument),
  /** Fields of the destination alone that rules set: category, flag, memo … */
  destinationFields: Type.Record(Type.String(), Type.String()),
  /** A rule excluded the transaction from this link. */
  skip: Type.Boolean(),
  /** Hash of all the above: a consumer acts only if it changed. */
  hash: Type.String(),
});
export type ShapedOutput = Static<typeof ShapedOutput>;

export const ShapedTransaction = Type.Object({
  id: Id,
  /** Rises with each shaping, also if the raw transaction did not change. */
  shapedVersion: Version,
  rawVersion: Version,
  removed: Type.Boolean(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
  raw: TransactionDocument,
  /** Null: the same as the raw document. */
  shaped: Nullable(TransactionDocument),
  /** Hash of the account-level shaped document. */
  hash: Type.String(),
  outputs: Type.Array(ShapedOutput),
});
export type ShapedTransaction = Static<typeof ShapedTransaction>;

/**
 * Created, changed and removed transactions after the rules, in the one order in which transfers, webhooks and the
 * query model get them. Key: account id.
 */
export const TransactionShapedV1 = defineEvent({
  topic: 'transaction.shaped',
  version: 1,
  description: 'Transactions of one account went through the rules of the account and of its transfer links.',
  producer: 'rule-engine',
  consumers: ['api-gateway', 'transfer-engine', 'webhook-dispatcher'],
  keyedBy: 'financialAccountId',
  itemsIn: 'transactions',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    cause: OneOf(SHAPING_CAUSES),
    transactions: Type.Array(ShapedTransaction, { minItems: 1, maxItems: 500 }),
  }),
  sample: {
    financialAccountId: 17,
    userId: 1,
    cause: 'INGESTED',
    transactions: [
      {
        id: 1001,
        shapedVersion: 1,
        rawVersion: 1,
        removed: false,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        raw: sampleTransaction,
        shaped: {
          ...sampleTransaction,
          mapped_fields: { ...sampleTransaction.mapped_fields, payee: 'Kahvila' },
        },
        hash: '5f1d2c',
        outputs: [{ transferLinkId: 8, document: null, destinationFields: {}, skip: false, hash: '77aa01' }],
      },
    ],
  },
});

/** Returns the account-level document. REST, webhooks, and links without rules use it. */
export function shapedDocument(transaction: ShapedTransaction): TransactionDocument {
  return transaction.shaped ?? transaction.raw;
}

/** The document that a link sends to its destination. */
export function outputDocument(transaction: ShapedTransaction, output: ShapedOutput): TransactionDocument {
  return output.document ?? shapedDocument(transaction);
}
