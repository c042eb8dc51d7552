import { ModelTx } from './model-writes';
import { reservePositions } from './stores/change-clocks.store';

/** The rows with their positions among the changes of their user, one after another. Called once in a transaction, before it writes them. */
export async function withChangePositions<Row extends { readonly user_id: number }>(
  tx: ModelTx,
  rows: readonly Row[],
): Promise<(Row & { readonly changed_at: string })[]> {
  const last = await reserve(tx, rows);
  return rows.map((row) => {
    const position = (last.get(row.user_id) ?? 0) + 1;
    last.set(row.user_id, position);
    return { ...row, changed_at: momentOf(position) };
  });
}

/** @returns the microsecond before the first position, by user */
async function reserve(
  tx: ModelTx,
  rows: readonly { readonly user_id: number }[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { user_id: userId } of rows) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return counts.size === 0 ? new Map() : reservePositions(tx, counts);
}

/** ISO 8601 in UTC with microseconds, which a `Date` cannot represent. */
function momentOf(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = String(microseconds - milliseconds * 1000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`);
}
