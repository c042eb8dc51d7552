import { TransactionDocument } from '@tributary/contracts';
import { isDeepStrictEqual } from 'node:util';
import { AccountProvider, StoredRow } from '../../providers/provider.port';
import { RowRefused } from '../../providers/read-rows';
import { TransactionEdits, withEdits } from '../edits';
import { FieldMap } from '../../mapping/mapped-fields';
import { mapped, MappedDocument } from '../transaction-rows';
import { inStoredSpelling } from './same-spelling';

/** A stored transaction with the row that it was read from. */
export interface KeptTransaction {
  readonly id: number;
  readonly booked: boolean;
  readonly rawJson: string;
  /** As the provider sent it, read with the mapping of then. */
  readonly provided: TransactionDocument;
  readonly edits: TransactionEdits | null;
}

/** What its rows are read with. */
export interface ReplayedAccount extends Pick<StoredRow, 'accountCurrency' | 'accountCategory'> {
  readonly provider: Pick<AccountProvider, 'readStored'>;
  readonly map: FieldMap;
}

/** What the mapping of now makes of a kept row. */
export type Replayed =
  | { readonly kind: 'same' }
  /** It cannot be read any more, or says otherwise whether it is booked: the next sync decides on such a row. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'changed';
      readonly id: number;
      readonly provided: MappedDocument;
      /** The published document: the user's edits override the provider's values. */
      readonly shown: TransactionDocument;
      readonly isEdited: boolean;
    };

/** Reads a kept row again. Pure: no I/O. */
export function replayMapping(kept: KeptTransaction, account: ReplayedAccount): Replayed {
  const { booked, rawJson, edits, id } = kept;
  const read = readAgain({ ...account, booked, rawJson }, account);
  if (read?.booked !== booked) return { kind: 'unreadable' };
  const provided = mapped(inStoredSpelling(read.document, kept.provided), account.map);
  // Compared as they are stored: without the members that are undefined.
  if (isDeepStrictEqual(JSON.parse(provided.documentJson), kept.provided)) return { kind: 'same' };
  const shown = withEdits(provided.document, edits, account.map);
  return { kind: 'changed', id, provided, shown, isEdited: edits !== null };
}

function readAgain(row: StoredRow, { provider }: ReplayedAccount) {
  try {
    return provider.readStored(row);
  } catch (error) {
    if (error instanceof RowRefused) return null;
    throw error;
  }
}
