import { TransactionDocument } from '@tributary/contracts';
import { isDeepStrictEqual } from 'node:util';
import { AccountProvider, StoredRow } from '../../providers/provider.port';
import { RowRefused } from '../../providers/read-rows';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { storedDays } from '../../providers/mapping/time-zones';
import { isLayered, shownDocument } from '../edits/shown-document';
import { mapped, MappedDocument } from '../transaction-rows';
import { KeptTransaction } from '../transactions.store';

/** The account's members that reading its rows needs. */
export interface ReplayedAccount extends Pick<StoredRow, 'accountCurrency' | 'accountCategory'> {
  readonly provider: Pick<AccountProvider, 'readStored'>;
  readonly map: FieldMap;
}

/** The result of the current mapping for a stored row. */
export type Replayed =
  | { readonly kind: 'same' }
  /** The row is no longer readable, or its booked state changed: the next sync decides on it. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'changed';
      readonly id: number;
      readonly provided: MappedDocument;
      /** The published document: what the user made of the transaction overrides the provider's values. */
      readonly shown: TransactionDocument;
      readonly isLayered: boolean;
      readonly isSplit: boolean;
    };

/** Reads a stored row again. Pure: no I/O. */
export function replayMapping(kept: KeptTransaction, account: ReplayedAccount): Replayed {
  const { booked, rawJson, id } = kept;
  const read = readAgain({ ...account, booked, rawJson }, account);
  if (read?.booked !== booked) return { kind: 'unreadable' };
  const document = inStoredSpelling(read.document, kept.provided);
  // Days of stored times stay, whatever the account's current time zone is.
  const days = read.moments ? storedDays(document, read.moments, kept.provided) : {};
  const provided = mapped({ ...document, ...days }, account.map);
  // Compared in their stored form, without undefined members.
  if (isDeepStrictEqual(JSON.parse(provided.documentJson), kept.provided)) return { kind: 'same' };
  const shown = shownDocument(provided.document, kept, account.map);
  return { kind: 'changed', id, provided, shown, isLayered: isLayered(kept), isSplit: kept.split !== null };
}

function readAgain(row: StoredRow, { provider }: ReplayedAccount) {
  try {
    return provider.readStored(row);
  } catch (error) {
    if (error instanceof RowRefused) return null;
    throw error;
  }
}

/**
 * Returns the document with the stored text wherever a text is the same JSON: some fields contain a part of the
 * provider's row as JSON text, and a stored row has lost the order of its members.
 */
function inStoredSpelling<T>(document: T, stored: unknown): T {
  return spelled(document, stored) as T;
}

function spelled(value: unknown, stored: unknown): unknown {
  if (typeof value === 'string') return isSameJson(value, stored) ? stored : value;
  if (!isObject(value) || !isObject(stored)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, spelled(one, stored[member])]),
  );
}

function isSameJson(text: string, stored: unknown): boolean {
  if (typeof stored !== 'string' || !/^[[{]/.test(text) || !/^[[{]/.test(stored)) return false;
  try {
    return isDeepStrictEqual(JSON.parse(text), JSON.parse(stored));
  } catch {
    return false; // plain text that begins with a bracket
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
