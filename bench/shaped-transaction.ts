import { SAMPLE_TIME, ShapedTransaction, TransactionDocument } from '@tributary/contracts';

/** A new transaction as rule-engine publishes it, which no rule and no link met. */
export function shapedTransaction(id: number, raw: TransactionDocument, at = SAMPLE_TIME): ShapedTransaction {
  return {
    id,
    shapedVersion: 1,
    rawVersion: 1,
    removed: false,
    createdAt: at,
    updatedAt: at,
    raw,
    shaped: null,
    hash: `h${id}`,
    outputs: [],
  };
}
