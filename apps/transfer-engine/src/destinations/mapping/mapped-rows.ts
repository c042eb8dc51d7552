import { DestinationFailure, RowOutcome, UnmappableTransactionError } from '../destination.port';

/**
 * Sends the rows that can be mapped, and rejects the others. A refusal names its row by the index among the sent rows;
 * this changes it to the index among all rows.
 */
export async function withMapped<Row, Mapped>(
  rows: readonly Row[],
  map: (row: Row) => Mapped,
  send: (mapped: readonly Mapped[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  const outcomes: (RowOutcome | undefined)[] = [];
  const mapped: Mapped[] = [];
  const places: number[] = [];
  rows.forEach((row, place) => {
    const result = tryMapping(row, map);
    if ('rejected' in result) outcomes[place] = result.rejected;
    else {
      mapped.push(result.mapped);
      places.push(place);
    }
  });
  const sent =
    mapped.length === 0 ? [] : await send(mapped).catch((error: unknown) => replaced(error, places));
  sent.forEach((outcome, index) => (outcomes[places[index] ?? -1] = outcome));
  return rows.map((_, place) => outcomes[place] ?? { kind: 'unknown' });
}

function tryMapping<Row, Mapped>(
  row: Row,
  map: (row: Row) => Mapped,
): { mapped: Mapped } | { rejected: RowOutcome } {
  try {
    return { mapped: map(row) };
  } catch (error) {
    if (!(error instanceof UnmappableTransactionError)) throw error;
    return { rejected: { kind: 'rejected', reason: error.message } };
  }
}

function replaced(error: unknown, places: readonly number[]): never {
  if (!(error instanceof DestinationFailure) || error.detail.kind !== 'refused') throw error;
  const { place } = error.detail;
  throw new DestinationFailure(
    { ...error.detail, place: place === null ? null : (places[place] ?? null) },
    { cause: error },
  );
}
