import { ShapedTransaction, TransactionDocument } from '@tributary/contracts';
import { documentHash } from '../../evaluation/documents/document-hash';
import { outputHash } from '../../evaluation/shape';
import { documentChanges } from '../../evaluation/shaping-changes';

/**
 * Returns the transaction with another category, or none, in the place of a deleted one: in the raw document, in the
 * account's and in those of links. No rule runs, so all other values stay as they were shaped. Pure: no I/O.
 */
export function withCategoryReplaced(
  transaction: ShapedTransaction,
  from: string,
  to: string | null,
  now: string,
): ShapedTransaction {
  const raw = replaced(transaction.raw, from, to);
  const changed = transaction.shaped && replaced(transaction.shaped, from, to);
  const shaped = changed && documentChanges(raw, changed).length > 0 ? changed : null;
  const hash = documentHash(shaped ?? raw);
  const outputs = transaction.outputs.map((output) => {
    const document = output.document && replaced(output.document, from, to);
    return { ...output, document, hash: outputHash({ ...output, document }, hash) };
  });
  return {
    ...transaction,
    shapedVersion: transaction.shapedVersion + 1,
    updatedAt: now,
    raw,
    shaped,
    hash,
    outputs,
  };
}

function replaced(document: TransactionDocument, from: string, to: string | null): TransactionDocument {
  if (document.category_id !== from) return document;
  if (to !== null) return { ...document, category_id: to };
  const { category_id: _gone, edited_fields: edited = [], ...rest } = document;
  const left = edited.filter((name) => name !== 'category_id');
  return left.length === 0 ? rest : { ...rest, edited_fields: left };
}
