import { HoldingsSnapshottedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { HoldingsSnapshot, SavedHolding } from './holdings-snapshot';

/**
 * Maximum number of positions in an event. With some 700 bytes for each, the event is far below the limit of a message.
 */
const HOLDINGS_PER_EVENT = 250;

/** Returns the events of one account's holdings: several parts for many positions, and one part for none. */
export function holdingsEvents(
  snapshot: HoldingsSnapshot,
  saved: readonly SavedHolding[],
  snapshotAt: string,
): OutgoingEvent[] {
  const inOrder = [...saved].sort((a, b) => a.id - b.id);
  const parts = Math.max(1, Math.ceil(inOrder.length / HOLDINGS_PER_EVENT));
  return Array.from({ length: parts }, (_, index) =>
    event(
      HoldingsSnapshottedV1,
      snapshot.accountId,
      {
        financialAccountId: snapshot.accountId,
        userId: snapshot.userId,
        version: snapshot.version,
        changed: snapshot.changed,
        snapshotAt,
        part: index + 1,
        parts,
        holdings: inOrder.slice(index * HOLDINGS_PER_EVENT, (index + 1) * HOLDINGS_PER_EVENT),
      },
      snapshot.trace,
    ),
  );
}
