import {
  Author,
  carriesTransactions,
  NewTransferLink,
  storedFrom,
  TransferLinkSettings,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { insertLinks } from './transfer-links.store';
import { enqueueBalances } from './balances/balance-writes';
import { linkUpserted } from './transfer-link-upserted';
import { TransferLink } from './transfer-link.entity';
import { UPDATE_ALL } from '../transfers/planning/booked-change';
import { newHistory } from './progress/link-history';

/** Creates and publishes links that were checked. The rule engine then shapes each account's history for its link. */
export async function makeLinks(
  tx: Tx,
  made: { readonly user_id: number; readonly author: Author },
  links: readonly NewTransferLink[],
): Promise<TransferLink[]> {
  if (links.length === 0) return [];
  const rows = await insertLinks(
    tx,
    links.map((link) => {
      const settings = storedFrom(TransferLinkSettings, link);
      return {
        ...settings,
        ...made,
        paused: null,
        on_booked_change: { ...UPDATE_ALL, ...link.on_booked_change },
        waiting_for_currency: 0,
        unmapped_categories: [],
        deleted: false,
        version: 1,
        history_version: 1,
        history: carriesTransactions({ ...settings, deleted: false }) ? newHistory(new Date()) : null,
        history_shaped_at: null,
        balance: null,
      };
    }),
  );
  await enqueueBalances(tx, rows);
  await appendToOutbox(
    tx,
    rows.map((link) => linkUpserted(link)),
  );
  return rows;
}
