import { EventPayload, ShapedTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { Context } from '@opentelemetry/api';
import { CarryingLink } from './carrying-links';
import { RequestedChange } from './plan-transfer';
import { inCurrencyOf } from './content-in-currency';

/** How the newest version of a transaction changes one link's transfer. */
export interface RequestedTransfer {
  readonly link: CarryingLink;
  readonly transactionId: number;
  readonly shapedVersion: number;
  readonly change: RequestedChange;
  /** Dated before the link's start: carried only if it was carried before. */
  readonly beforeStart: boolean;
  readonly trace: Context;
}

/** A transaction that no link carries any more, for every link that ever carried it. */
export interface Removal {
  readonly transactionId: number;
  readonly shapedVersion: number;
  readonly trace: Context;
}

interface ShapedEvent {
  readonly payload: EventPayload<typeof TransactionShapedV1>;
  readonly trace: Context;
}

/** The requested of a batch of events, one for each link and transaction: where a transaction comes twice, the newer. */
export function requestedTransfers(
  events: readonly ShapedEvent[],
  links: ReadonlyMap<number, CarryingLink>,
): { requested: RequestedTransfer[]; removals: Removal[] } {
  const requested = new Map<string, RequestedTransfer>();
  const removals = new Map<number, Removal>();
  for (const { payload, trace } of events) {
    for (const transaction of payload.transactions) {
      for (const change of requestedOf(transaction, payload.financialAccountId, links, trace)) {
        keepNewer(requested, `${change.transactionId}/${change.link.id}`, change);
      }
      const { id: transactionId, shapedVersion } = transaction;
      if (isGone(transaction)) keepNewer(removals, transactionId, { transactionId, shapedVersion, trace });
    }
  }
  return { requested: [...requested.values()], removals: [...removals.values()] };
}

function requestedOf(
  transaction: ShapedTransaction,
  accountId: number,
  links: ReadonlyMap<number, CarryingLink>,
  trace: Context,
): RequestedTransfer[] {
  // One under review was never sent: nothing is planned for it, nor for its removal, until somebody decides.
  if (transaction.raw.under_review) return [];
  const { id: transactionId, shapedVersion } = transaction;
  return transaction.outputs.flatMap((output) => {
    const link = links.get(output.transferLinkId);
    if (!link || link.accountId !== accountId) return []; // paused, deleted, or moved to another account
    const carrying = inCurrencyOf(link, transaction, output);
    const { content } = carrying;
    const change: RequestedChange = isGone(transaction)
      ? { kind: 'remove' }
      : output.skip
        ? { kind: 'skip' }
        : carrying;
    const beforeStart = link.startDate !== null && content.date !== null && content.date < link.startDate;
    return [{ link, transactionId, shapedVersion, change, beforeStart, trace }];
  });
}

/** Removed, or split: then its parts are carried instead of it. */
function isGone({ removed, raw }: ShapedTransaction): boolean {
  return removed || raw.split !== undefined;
}

function keepNewer<Key, One extends { readonly shapedVersion: number }>(
  kept: Map<Key, One>,
  key: Key,
  one: One,
): void {
  const known = kept.get(key);
  if (!known || known.shapedVersion < one.shapedVersion) kept.set(key, one);
}
