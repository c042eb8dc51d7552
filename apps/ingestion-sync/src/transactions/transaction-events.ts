import { Context } from '@opentelemetry/api';
import { TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { RemovedTransaction, WrittenTransaction } from './write-transactions';

const TRANSACTIONS_PER_EVENT = 200;
/** Below the bus's limit, with room for the envelope. UTF-8 takes at most three bytes for a UTF-16 unit. */
const BYTES_PER_EVENT = 400 * 1024;

/** What is told of one account's new and changed transactions, cut into messages that the bus carries. */
export function transactionEvents(
  account: { readonly id: number; readonly userId: number },
  written: readonly WrittenTransaction[],
  trace?: Context,
): OutgoingEvent[] {
  return portions(written).map((portion) =>
    event(
      TransactionUpsertedV1,
      account.id,
      {
        financialAccountId: account.id,
        userId: account.userId,
        transactions: portion.map(({ id, version, createdAt, updatedAt, document }) => ({
          id,
          version,
          createdAt,
          updatedAt,
          document,
        })),
      },
      trace,
    ),
  );
}

/** What is told of one account's transactions that are gone. */
export function removalEvents(
  account: { readonly id: number; readonly userId: number },
  removed: readonly RemovedTransaction[],
  trace?: Context,
): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  for (let from = 0; from < removed.length; from += TRANSACTIONS_PER_EVENT) {
    const portion = removed.slice(from, from + TRANSACTIONS_PER_EVENT);
    const transactions = portion.map(({ id, version }) => ({ id, version }));
    const payload = { financialAccountId: account.id, userId: account.userId, transactions };
    events.push(event(TransactionRemovedV1, account.id, payload, trace));
  }
  return events;
}

function portions(written: readonly WrittenTransaction[]): WrittenTransaction[][] {
  const all: WrittenTransaction[][] = [];
  let current: WrittenTransaction[] = [];
  let bytes = 0;
  for (const transaction of written) {
    const size = transaction.bytes + 200;
    const isFull = current.length >= TRANSACTIONS_PER_EVENT || bytes + size > BYTES_PER_EVENT;
    if (isFull && current.length > 0) {
      all.push(current);
      current = [];
      bytes = 0;
    }
    current.push(transaction);
    bytes += size;
  }
  if (current.length > 0) all.push(current);
  return all;
}
