import { TransferOperation } from '@tributary/contracts';
import { Transfer } from '../transfer';
import { sameContent, TransferContent } from '../../destinations/transfer-content';

/** How a newer version of a transaction changes its transfer on one link. */
export type RequestedChange =
  | { readonly kind: 'carry'; readonly content: TransferContent }
  /**
   * The amount is in another currency: the transfer is HELD, with its original content, until there is a rate or the
   * user chose.
   */
  | { readonly kind: 'wait'; readonly content: TransferContent }
  /** A rule excludes it from the link. */
  | { readonly kind: 'skip' }
  /** The transaction was removed. */
  | { readonly kind: 'remove' };

/** The state of a pending operation: HELD while the link is paused. */
export type Waiting = 'PENDING' | 'HELD';

/** Plans an existing transfer again; null if it does not change. */
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
 * is created again if the transaction returns, with another key, because the destination may refuse the old one.
 */
function planAfterDeletion(now: Transfer, change: RequestedChange, waiting: Waiting): Transfer | null {
  if (now.endedBy !== 'removed' || (change.kind !== 'carry' && change.kind !== 'wait')) return null;
  return { ...asNew(now), state: change.kind === 'wait' ? 'HELD' : waiting, content: change.content };
}

/** The transfer as a new one: its row is created again, with another key. */
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

/**
 * A row that the destination already has with this content remains: it was sent before the currency became a question.
 */
function planWaiting(now: Transfer, content: TransferContent): Transfer | null {
  const planned = planCarrying({ ...now, waitsForCurrency: true }, content, 'HELD');
  const waitsAlready = now.waitsForCurrency && now.operation === planned?.operation;
  return waitsAlready && sameContent(now.content, content) ? null : planned;
}

/** The content of the row at the destination; null if it is unknown. */
export function heldContent(now: Transfer): TransferContent | null {
  if (now.operation === null) return now.content;
  return now.operation === 'UPDATE' && !now.maybeSent ? now.sentContent : null;
}

function planCarrying(now: Transfer, content: TransferContent, waiting: Waiting): Transfer | null {
  if (now.operation === 'DELETE' && now.endedBy === 'undone') return null; // the user wants it removed
  if (now.destinationTransactionId !== null) return planUpdating(now, content, waiting);
  if (isPlanned(now, 'CREATE', content)) return null;
  // If earlier content may have arrived, the key may belong to it.
  const sentContent = now.maybeSent ? (now.sentContent ?? now.content) : null;
  return { ...now, state: waiting, operation: 'CREATE', content, sentContent, endedBy: null };
}

function planUpdating(now: Transfer, content: TransferContent, waiting: Waiting): Transfer | null {
  const held = heldContent(now);
  if (held !== null && sameContent(held, content)) return transferred(now, held);
  if (isPlanned(now, 'UPDATE', content)) return null;
  return { ...now, state: waiting, operation: 'UPDATE', content, sentContent: held, endedBy: null };
}

/** A transfer that waited for its currency is always planned again, because it can be sent now. */
function isPlanned(now: Transfer, operation: TransferOperation, content: TransferContent): boolean {
  return !now.waitsForCurrency && now.operation === operation && sameContent(now.content, content);
}

/** A row that is at the destination, or may be, remains unchanged. */
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
