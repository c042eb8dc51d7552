import { Context } from '@opentelemetry/api';
import { groupBy, TransferLogEntry, TransferLoggedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { destinationStateOf, statusOf, Whereabouts } from './transfer';

/** A transfer in its published form. */
export interface LoggedRow extends Whereabouts {
  readonly id: number;
  readonly version: number;
  readonly linkId: number;
  readonly transactionId: number;
}

export function toEntry(row: LoggedRow, attempt: TransferLogEntry['attempt'] = null): TransferLogEntry {
  return {
    transferId: row.id,
    version: row.version,
    transferLinkId: row.linkId,
    transactionId: row.transactionId,
    status: statusOf(row.state),
    destinationState: destinationStateOf(row),
    attempt,
  };
}

const ENTRIES_PER_MESSAGE = 1000;

/** An entry with what its message says for all of its entries. */
export interface LoggedTransfer {
  readonly accountId: number;
  readonly userId: number;
  readonly trace?: Context;
  readonly entry: TransferLogEntry;
}

/** One message for each account, and more where one would be too long; in the trace of its first entry. */
export function transferLogged(logged: readonly LoggedTransfer[]): OutgoingEvent[] {
  return [...groupBy(logged, (one) => one.accountId).values()].flatMap(messagesOfAccount);
}

function messagesOfAccount(logged: readonly LoggedTransfer[]): OutgoingEvent[] {
  const messages: OutgoingEvent[] = [];
  for (let from = 0; from < logged.length; from += ENTRIES_PER_MESSAGE) {
    const part = logged.slice(from, from + ENTRIES_PER_MESSAGE);
    const [first] = part;
    if (!first) break;
    const { accountId: financialAccountId, userId, trace } = first;
    const entries = part.map(({ entry }) => entry);
    messages.push(
      event(TransferLoggedV1, financialAccountId, { financialAccountId, userId, entries }, trace),
    );
  }
  return messages;
}
