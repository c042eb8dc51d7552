import { TransferOperation } from '@tributary/contracts';
import { Transfer } from './transfer';
import { sameContent, TransferContent } from '../destinations/transfer-content';

/** How a newer version of a transaction changes its transfer on one link. */
export type RequestedChange =
  | { readonly kind: 'carry'; readonly content: TransferContent }
  /** In another currency: held, with its content as it came, until there is a rate or the user chose. */
  | { readonly kind: 'wait'; readonly content: TransferContent }
  /** A rule says that the link must not carry it. */
  | { readonly kind: 'skip' }
  /** The transaction is no more. */
  | { readonly kind: 'remove' };

/** The state of what is to be done: HELD where the link is paused. */
export type Waiting = 'PENDING' | 'HELD';

/** What becomes of a transfer that exists already; null where it stays as it is. */
export function planTransfer(now: Transfer, change: RequestedChange, waiting: Waiting): Transfer | null {
  const planned = plan(now, change, waiting);
  return planned && { ...planned, waitsForCurrency: change.kind === 'wait' && planned.state === 'HELD' };
}

function plan(now: Transfer, change: RequestedChange, waiting: Waiting): Transfer | null {
  if (now.state === 'DELETED') return planAfterDeletion(now, change, waiting);
  switch (change.kind) {
    case 'carry':
      return planCarrying(now, change.content, waiting);
    case 'wait':
      return planWaiting(now, change.content);
    case 'skip':
      return planSkipping(now);
    case 'remove':
      return planRemoving(now, waiting);
  }
}

/**
 * Rows that the user deleted or undid are not created again. A row that was deleted because its transaction was removed
 * is created again if that returns, under another key, because the destination may refuse the old one.
 */
function planAfterDeletion(now: Transfer, change: RequestedChange, waiting: Waiting): Transfer | null {
  if (now.endedBy !== 'removed' || (change.kind !== 'carry' && change.kind !== 'wait')) return null;
  return { ...asNew(now), state: change.kind === 'wait' ? 'HELD' : waiting, content: change.content };
}

/** To be made again at the destination, as if it had never been there. */
export function asNew(now: Transfer): Transfer {
  return {
    ...now,
    operation: 'CREATE',
    sentContent: null,
    maybeSent: false,
    destinationTransactionId: null,
    endedBy: null,
    generation: now.generation + 1,
  };
}

/** A row that the destination has with this very content stays there: it was sent before anybody was asked. */
function planWaiting(now: Transfer, content: TransferContent): Transfer | null {
  const planned = planCarrying({ ...now, waitsForCurrency: true }, content, 'HELD');
  const waitsAlready = now.waitsForCurrency && now.operation === planned?.operation;
  return waitsAlready && sameContent(now.content, content) ? null : planned;
}

/** What the destination holds of a transfer that is there; null where that is not known. */
export function heldContent(now: Transfer): TransferContent | null {
  if (now.operation === null) return now.content;
  return now.operation === 'UPDATE' && !now.maybeSent ? now.sentContent : null;
}

function planCarrying(now: Transfer, content: TransferContent, waiting: Waiting): Transfer | null {
  if (now.operation === 'DELETE' && now.endedBy === 'undone') return null; // the user wants it removed
  if (now.destinationTransactionId !== null) return planUpdating(now, content, waiting);
  if (isPlanned(now, 'CREATE', content)) return null;
  // If earlier content may have arrived, the key may belong to that.
  const sentContent = now.maybeSent ? (now.sentContent ?? now.content) : null;
  return { ...now, state: waiting, operation: 'CREATE', content, sentContent, endedBy: null };
}

function planUpdating(now: Transfer, content: TransferContent, waiting: Waiting): Transfer | null {
  const held = heldContent(now);
  if (held !== null && sameContent(held, content)) return transferred(now, held);
  if (isPlanned(now, 'UPDATE', content)) return null;
  return { ...now, state: waiting, operation: 'UPDATE', content, sentContent: held, endedBy: null };
}

/** What waits for its currency is planned in any case: it is to be sent now. */
function isPlanned(now: Transfer, operation: TransferOperation, content: TransferContent): boolean {
  return !now.waitsForCurrency && now.operation === operation && sameContent(now.content, content);
}

/** What is at the destination, or on its way, stays there as it is. */
function planSkipping(now: Transfer): Transfer | null {
  if (now.operation === 'DELETE' && now.endedBy === 'undone') return null;
  if (now.destinationTransactionId !== null) return transferred(now, heldContent(now) ?? now.content);
  if (now.maybeSent || now.state === 'SKIPPED') return null;
  return { ...now, state: 'SKIPPED', operation: null };
}

function planRemoving(now: Transfer, waiting: Waiting): Transfer | null {
  if (now.operation === 'DELETE') return null;
  const isThere = now.destinationTransactionId !== null || now.maybeSent;
  return { ...now, state: isThere ? waiting : 'SKIPPED', operation: 'DELETE', endedBy: 'removed' };
}

function transferred(now: Transfer, content: TransferContent | null): Transfer | null {
  if (now.state === 'TRANSFERRED' && now.operation === null) return null;
  return { ...now, state: 'TRANSFERRED', operation: null, content, sentContent: null, endedBy: null };
}
