import { contentKey, contentOf } from '../../providers/mapping/content';
import { AnswerDecision } from './decide-answer';
import { StoredKey } from '../identity';
import { AccountAnswer } from '../matching/answer';
import { TransactionRow } from '../transaction-rows';

/** The keys of all written rows, and the stored transactions that must give up their keys first. */
export interface AssignedKeys {
  readonly keys: ReadonlyMap<TransactionRow, StoredKey>;
  readonly inTheWay: readonly number[];
}

/**
 * Gives each written row a unique key. A row gets its own key unless another stored transaction has it, so that a bank
 * which reuses an id does not overwrite the earlier transaction.
 */
export function assignKeys(decision: AnswerDecision, answer: AccountAnswer): AssignedKeys {
  const updated = new Map(decision.updates.map(({ stored, row }) => [row, stored]));
  const leaving = new Set([...updated.values()]);
  const staying = answer.stored.filter((stored) => !leaving.has(stored));
  const taken = new Set([...answer.listedKeys, ...staying.map(({ identityKey }) => identityKey)]);
  const keys = new Map<TransactionRow, StoredKey>();
  const occurrences = new Map<string, number>();
  for (const row of [...updated.keys(), ...decision.inserts]) {
    const assigned = freeKey(row, taken, occurrences, answer.duplicateFields);
    taken.add(assigned.key);
    keys.set(row, assigned);
  }
  const wanted = new Map([...keys].map(([row, { key }]) => [key, row]));
  const inTheWay = [...updated].flatMap(([row, stored]) => {
    const other = wanted.get(stored.identityKey);
    return other !== undefined && other !== row ? [stored.id] : [];
  });
  return { keys, inTheWay };
}

/** @param occurrences the last number tried for each content; keys are never freed, so no lower number is free */
function freeKey(
  row: TransactionRow,
  taken: ReadonlySet<string>,
  occurrences: Map<string, number>,
  fields: readonly string[],
): StoredKey {
  if (!taken.has(row.identityKey)) return { key: row.identityKey, rank: row.identityRank };
  const content = contentOf(row.document, fields);
  for (let occurrence = (occurrences.get(content) ?? 0) + 1; ; occurrence += 1) {
    const key = contentKey(content, occurrence);
    if (taken.has(key)) continue;
    occurrences.set(content, occurrence);
    return { key, rank: 3 };
  }
}
