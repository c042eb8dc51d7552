import { FoundRow } from '../../../destinations/destination.port';
import { DueTransfer } from '../due-transfer';
import { failedOutcome, Sending } from './sending';
import { Outcome } from '../attempt-result';

/** The rows at the destination, by transfer, or the outcome if the lookup failed. */
export type LookedUp = { readonly rows: ReadonlyMap<DueTransfer, FoundRow> } | { readonly failed: Outcome };

/**
 * Looks up the transfers' rows, by key or the destination's id. It searches from their oldest date; if a row is
 * missing, the user may have changed its date, so a second search covers all dates.
 */
export async function lookUp(sending: Sending, transfers: readonly DueTransfer[]): Promise<LookedUp> {
  const rows = new Map<DueTransfer, FoundRow>();
  for (const since of [oldestDate(transfers), null]) {
    const missing = transfers.filter((transfer) => !rows.has(transfer));
    if (missing.length === 0) break;
    try {
      match(rows, missing, await find(sending, missing, since));
    } catch (error) {
      return { failed: failedOutcome(error) };
    }
    if (since === null) break;
  }
  return { rows };
}

function find(
  sending: Sending,
  transfers: readonly DueTransfer[],
  since: string | null,
): Promise<FoundRow[]> {
  const known = transfers.flatMap(({ destinationTransactionId: id }) => (id === null ? [] : [id]));
  const nameless = transfers.filter(({ destinationTransactionId: id }) => id === null);
  return sending.request((to) =>
    sending.destination.find(to, {
      targetExternalIds: [...new Set(transfers.map(({ targetExternalId }) => targetExternalId))],
      since,
      only: { keys: nameless.map(({ importId }) => importId), destinationIds: known },
    }),
  );
}

function match(
  rows: Map<DueTransfer, FoundRow>,
  transfers: readonly DueTransfer[],
  found: readonly FoundRow[],
): void {
  const byId = new Map(found.map((row) => [row.destinationId, row]));
  const byKey = new Map<string, FoundRow>();
  for (const row of found) {
    // An existing row with the key wins over a deleted one.
    if (row.key !== null && (row.state !== 'deleted' || !byKey.has(row.key))) byKey.set(row.key, row);
  }
  for (const transfer of transfers) {
    const { destinationTransactionId: id, importId } = transfer;
    const row = id === null ? byKey.get(importId) : byId.get(id);
    if (row) rows.set(transfer, row);
  }
}

function oldestDate(transfers: readonly DueTransfer[]): string {
  const dates = transfers.flatMap(({ content, sentContent }) => [content.date, sentContent?.date ?? null]);
  return dates.reduce<string>(
    (oldest, date) => (date !== null && date < oldest ? date : oldest),
    '9999-12-31',
  );
}
