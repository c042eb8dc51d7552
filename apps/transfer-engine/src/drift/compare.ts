import { DriftDifference, DriftKind } from '@tributary/contracts';
import { changesOf } from '../destinations/mapping/content-differences';
import { BookedField, FoundRow, HeldContent } from '../destinations/destination.port';
import { IMPORT_ID_PREFIX } from '../destinations/import-id';

/** A row that we sent, with the content that it should have. */
export interface SentTransfer {
  readonly transferId: number;
  readonly transactionId: number;
  readonly destinationId: string;
  readonly key: string;
  readonly targetExternalId: string;
  /** The expected content; null if it is unknown or must not be compared. */
  readonly expected: HeldContent | null;
}

/** A difference and its transfer; the transfer is null for a row that no transfer of the link sent. */
export type Difference = Omit<DriftDifference, 'place' | 'fields'> & {
  readonly transferId: number | null;
  readonly fields: readonly BookedField[];
};

/**
 * Compares the destination's rows with the sent ones. `known` are the keys of all transfers that should be at the
 * target, including other links' ones: a row with our prefix and none of these keys is extra.
 */
export function compareRows(
  sent: readonly SentTransfer[],
  found: readonly FoundRow[],
  target: { readonly externalId: string; readonly known: ReadonlySet<string> },
): Difference[] {
  const byId = new Map(found.map((row) => [row.destinationId, row]));
  const ofSent = sent.flatMap((transfer) => differenceOf(transfer, byId.get(transfer.destinationId)));
  const ids = new Set(sent.map(({ destinationId }) => destinationId));
  const ownKeys = new Set(sent.map(({ key }) => key)); // a second row with one of these keys is a copy
  const extra = found.filter(
    (row) =>
      row.state !== 'deleted' &&
      row.targetExternalId === target.externalId &&
      row.key?.startsWith(IMPORT_ID_PREFIX) === true &&
      !ids.has(row.destinationId) &&
      (!target.known.has(row.key) || ownKeys.has(row.key)),
  );
  return [...ofSent, ...extra.map(toExtra)];
}

function differenceOf(transfer: SentTransfer, row: FoundRow | undefined): Difference[] {
  if (!row) return [toDifference('MISSING', transfer, null, [])];
  if (row.state === 'deleted') return [toDifference('DELETED', transfer, null, [])];
  if (row.targetExternalId !== transfer.targetExternalId) return [toDifference('MOVED', transfer, row, [])];
  const fields = transfer.expected === null ? [] : changesOf(transfer.expected, row.content);
  return fields.length === 0 ? [] : [toDifference('CHANGED', transfer, row, fields)];
}

function toDifference(
  kind: DriftKind,
  transfer: SentTransfer,
  row: FoundRow | null,
  fields: readonly BookedField[],
): Difference {
  return {
    kind,
    transferId: transfer.transferId,
    transactionId: transfer.transactionId,
    destinationTransactionId: transfer.destinationId,
    fields,
    sent: transfer.expected,
    held: row?.content ?? null,
  };
}

function toExtra(row: FoundRow): Difference {
  return {
    kind: 'EXTRA',
    transferId: null,
    transactionId: null,
    destinationTransactionId: row.destinationId,
    fields: [],
    sent: null,
    held: row.content,
  };
}
