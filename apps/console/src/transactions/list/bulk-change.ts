import { dataOf, type paths } from '@tributary/client';
import { client } from '../../api/api';
import { undoingChanges, type FieldName, type TransactionChanges } from '../fields/fields';
import type { Transaction } from '../transaction';

type Item =
  paths['/finance/transactions/bulk']['put']['requestBody']['content']['application/json']['transactions'][number];

/** The API changes at most this many in one request. */
const REQUEST_ITEMS = 500;

/** The result of a change of many transactions. */
export interface BulkResult {
  /** The ids of the changed transactions. */
  readonly done: readonly string[];
  /** The reasons of refusals, each once. */
  readonly reasons: readonly string[];
  readonly refused: number;
}

type Progress = (done: number) => void;

/** Sets the same on all of them, some hundred at a time. */
export function changeAll(
  transactions: readonly Transaction[],
  changes: TransactionChanges,
  onProgress: Progress,
): Promise<BulkResult> {
  return updateAll(
    transactions.map(({ id }) => ({ ...changes, id })),
    onProgress,
  );
}

/** Takes a change of these fields back: each transaction has its own values from before again. */
export function undoAll(before: readonly Transaction[], names: readonly FieldName[]): Promise<BulkResult> {
  return updateAll(
    before.map((transaction) => ({ ...undoingChanges(transaction, names), id: transaction.id })),
    () => undefined,
  );
}

/** Removes them. No sync brings them back. */
export async function removeAll(
  transactions: readonly Transaction[],
  onProgress: Progress,
): Promise<BulkResult> {
  return inRequests(transactions, onProgress, async (items) => {
    const body = { transaction_ids: items.map(({ id }) => id) };
    return (await dataOf(client.DELETE('/finance/transactions/bulk', { body }))).data.results;
  });
}

function updateAll(items: readonly Item[], onProgress: Progress): Promise<BulkResult> {
  return inRequests(items, onProgress, async (transactions) => {
    const body = { transactions: [...transactions] };
    return (await dataOf(client.PUT('/finance/transactions/bulk', { body }))).data.results;
  });
}

interface Outcome {
  readonly transaction_id: string | null;
  readonly success: boolean;
  readonly message: string;
}

async function inRequests<One>(
  items: readonly One[],
  onProgress: Progress,
  send: (items: readonly One[]) => Promise<readonly Outcome[]>,
): Promise<BulkResult> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < items.length; start += REQUEST_ITEMS) {
    outcomes.push(...(await send(items.slice(start, start + REQUEST_ITEMS))));
    onProgress(outcomes.length);
  }
  const refused = outcomes.filter(({ success }) => !success);
  return {
    done: outcomes.flatMap(({ success, transaction_id: id }) => (success && id !== null ? [id] : [])),
    reasons: [...new Set(refused.map(({ message }) => message))],
    refused: refused.length,
  };
}
