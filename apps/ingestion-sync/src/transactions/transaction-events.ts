import { Context } from '@opentelemetry/api';
import { TransactionDocument, TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { RemovedTransaction, Written } from './saved-transactions.store';
import { WrittenRow } from './transactions.store';

/** A transaction after its write, for its event. */
export interface WrittenTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly document: TransactionDocument;
  readonly documentJson: string;
}

export function writtenRow(row: WrittenRow): WrittenTransaction {
  return writtenAs(row, row.document, JSON.stringify(row.document));
}

/** Makes the written transaction of a row whose document and JSON are known. */
export function writtenAs(
  row: Written,
  document: TransactionDocument,
  documentJson: string,
): WrittenTransaction {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document,
    documentJson,
  };
}

const TRANSACTIONS_PER_EVENT = 200;
/** Below the bus's limit, with room for the envelope. */
const BYTES_PER_EVENT = 400 * 1024;
/** Size of a transaction's members other than the document, in bytes. */
const MEMBERS_BYTES_MAX = 200;

/** Returns the events of one account's new and changed transactions, split into messages that fit on the bus. */
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

/** Reuses the document's JSON, so that it is serialized once. */
function jsonOf({ id, version, createdAt, updatedAt, documentJson }: WrittenTransaction): string {
  return `{"id":${id},"version":${version},"createdAt":"${createdAt}","updatedAt":"${updatedAt}","document":${documentJson}}`;
}

/** The events of one account's removed transactions. */
export function removalEvents(
  account: { readonly id: number; readonly userId: number },
  removed: readonly (RemovedTransaction & { readonly mergedInto?: number })[],
  trace?: Context,
): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  for (let from = 0; from < removed.length; from += TRANSACTIONS_PER_EVENT) {
    const portion = removed.slice(from, from + TRANSACTIONS_PER_EVENT);
    const transactions = portion.map(({ id, version, mergedInto }) => ({
      id,
      version,
      ...(mergedInto === undefined ? {} : { mergedInto }),
    }));
    const payload = { financialAccountId: account.id, userId: account.userId, transactions };
    events.push(event(TransactionRemovedV1, account.id, payload, trace));
  }
  return events;
}
