import { isJson } from './json-fields';
import { ProviderTransaction, RejectedRow } from './provider.port';

/** A row that is not a transaction; the message gives the reason and does not repeat the row. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

/** The rows of one answer: those that could be read, and those that are set apart. */
export interface ReadRows {
  readonly upserts: ProviderTransaction[];
  readonly rejected: RejectedRow[];
}

/**
 * Reads each row by itself, so that one that cannot be read costs none of its neighbours.
 * @param read throws RowRefused
 * @param idOf the provider's id in a row that could not be read; the row is an object
 * @param toJson the text that a row came as
 */
export function readRows(
  rows: readonly unknown[],
  read: (row: unknown) => ProviderTransaction | null,
  idOf: (row: Readonly<Record<string, unknown>>) => string | undefined,
  toJson: (row: unknown) => string = JSON.stringify,
): ReadRows {
  const result: ReadRows = { upserts: [], rejected: [] };
  for (const row of rows) {
    try {
      const transaction = read(row);
      if (transaction) result.upserts.push(transaction);
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      const id = isJson(row) ? idOf(row) : undefined;
      result.rejected.push({
        providerTransactionId: id ?? null,
        reason: error.message,
        rawJson: toJson(row),
      });
    }
  }
  return result;
}
