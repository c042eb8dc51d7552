import { EventPayload, ShapedTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { Context } from '@opentelemetry/api';
import { CarryingLink } from '../carrying-links.store';
import { RequestedChange } from './plan-transfer';
import { unmappedCategory } from './mapped-category';
import { inCurrencyOf } from './content-in-currency';

/** How the newest version of a transaction changes one link's transfer. */
export interface RequestedTransfer {
  readonly link: CarryingLink;
  readonly transactionId: number;
  readonly shapedVersion: number;
  readonly change: RequestedChange;
  /** The transaction is dated before the link's start: it is sent only if the link sent it before. */
  readonly beforeStart: boolean;
  /** The user's own category that the link does not map, if the transaction is sent without one for that. */
  readonly unmappedCategory: string | null;
  readonly trace: Context;
}

/** A removed or split transaction, for every link that ever sent it. */
export interface Removal {
  readonly transactionId: number;
  readonly shapedVersion: number;
  readonly trace: Context;
}

interface ShapedEvent {
  readonly payload: EventPayload<typeof TransactionShapedV1>;
  readonly trace: Context;
}

/** The requested changes of a batch of events, one for each link and transaction; the newest version wins. */
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
  // A transaction under review was never sent: neither it nor its removal is planned until somebody decides.
  if (transaction.raw.under_review) return [];
  const { id: transactionId, shapedVersion } = transaction;
  return transaction.outputs.flatMap((output) => {
    const link = links.get(output.transferLinkId);
    if (!link || link.accountId !== accountId) return []; // the link is paused, deleted, or moved to another account
    const carrying = inCurrencyOf(link, transaction, output);
    const { content } = carrying;
    const change: RequestedChange = isGone(transaction)
      ? { kind: 'remove' }
      : output.skip
        ? { kind: 'skip' }
        : carrying;
    const beforeStart = link.startDate !== null && content.date !== null && content.date < link.startDate;
    const isSent = change.kind === 'carry' || change.kind === 'wait';
    const unmapped = isSent ? unmappedCategory(link, transaction, output) : null;
    return [{ link, transactionId, shapedVersion, change, beforeStart, unmappedCategory: unmapped, trace }];
  });
}

/** A removed transaction, or one that was split: its parts are sent instead. */
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
