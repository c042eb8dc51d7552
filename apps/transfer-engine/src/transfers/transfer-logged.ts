import { Context } from '@opentelemetry/api';
import { groupBy, TransferLogEntry, TransferLoggedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { destinationStateOf, statusOf, Whereabouts } from './transfer';

/** The columns of a transfer that events contain. */
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

/** An entry with the account and user of its message. */
export interface LoggedTransfer {
  readonly accountId: number;
  readonly userId: number;
  readonly trace?: Context;
  readonly entry: TransferLogEntry;
}

/** Builds messages for each account, several if one would be too long; a message has the trace of its first entry. */
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
