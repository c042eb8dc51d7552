import { Context } from '@opentelemetry/api';
import { TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { RemovedTransaction, WrittenTransaction } from './write-transactions';

const TRANSACTIONS_PER_EVENT = 200;
/** Below the bus's limit, with room for the envelope. */
const BYTES_PER_EVENT = 400 * 1024;
/** Of a transaction beside its document. */
const MEMBERS_BYTES_MAX = 200;

/** The events of one account's new and changed transactions, cut into messages that the bus carries. */
export function transactionEvents(
  account: { readonly id: number; readonly userId: number },
  written: readonly WrittenTransaction[],
  trace?: Context,
): OutgoingEvent[] {
  const { id: financialAccountId, userId } = account;
  const sized = written.map((item) => ({
    item,
    bytes: Buffer.byteLength(item.documentJson) + MEMBERS_BYTES_MAX,
  }));
  return cutForMessages(sized, TRANSACTIONS_PER_EVENT, BYTES_PER_EVENT).map((portion) => {
    const transactions = portion.map(({ id, version, createdAt, updatedAt, document }) => ({
      id,
      version,
      createdAt,
      updatedAt,
      document,
    }));
    const payload = { financialAccountId, userId, transactions };
    const payloadJson = `{"financialAccountId":${financialAccountId},"userId":${userId},"transactions":[${portion.map(jsonOf).join(',')}]}`;
    return { ...event(TransactionUpsertedV1, financialAccountId, payload, trace), payloadJson };
  });
}

/** The JSON of the document is there already; it is not written again for every message that it goes into. */
function jsonOf({ id, version, createdAt, updatedAt, documentJson }: WrittenTransaction): string {
  return `{"id":${id},"version":${version},"createdAt":"${createdAt}","updatedAt":"${updatedAt}","document":${documentJson}}`;
}

/** The events of one account's removed transactions. */
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
