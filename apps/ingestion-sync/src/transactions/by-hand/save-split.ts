import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { isLayered, shownDocument, StoredSplit } from '../edits/shown-document';
import { FullTransaction } from './own-transaction';
import { ChangedRow } from './publish-changes';

/** Writes how a transaction is split, or that it is not: all else of it stays. */
export function saveSplit(
  tx: Tx,
  account: AccountRow,
  { id, edits, document, provider_document }: FullTransaction,
  split: StoredSplit | null,
): Promise<ChangedRow[]> {
  const provided = provider_document ?? document;
  const layers = { edits, split };
  const { enriched } = document;
  const shown = {
    ...shownDocument(provided, layers, account.config.map_fields),
    ...(enriched && { enriched }),
  };
  return tx.query<ChangedRow>(
    `update transactions
        set document = $2, provider_document = $3, split = $4, version = version + 1, updated_at = now()
      where id = $1
     returning id, version, created_at, updated_at, document`,
    [
      id,
      JSON.stringify(shown),
      isLayered(layers) ? JSON.stringify(provided) : null,
      split === null ? null : JSON.stringify(split),
    ],
  );
}
