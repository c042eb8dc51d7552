import { Author, CommandPayload, CreateTransferLinks } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { enqueueBalances } from '../balances/balance-writes';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { carriesTransactions, TransferLink } from '../transfer-links/transfer-link.entity';
import { UPDATE_ALL } from '../transfers/booked-change';
import { newHistory } from './link-history';

export type NewLink = CommandPayload<typeof CreateTransferLinks>['links'][number];

/** Writes and publishes links that were checked. Each then takes its account's history: the rule engine shapes it for the link. */
export async function makeLinks(
  tx: Tx,
  made: { readonly userId: number; readonly author: Author },
  links: readonly NewLink[],
): Promise<TransferLink[]> {
  if (links.length === 0) return [];
  const rows = links.map((link) =>
    tx.manager.create(TransferLink, {
      ...link,
      ...made,
      paused: null,
      onBookedChange: { ...UPDATE_ALL, ...link.onBookedChange },
      onOtherCurrency: link.onOtherCurrency ?? null,
      destinationCurrency: link.destinationCurrency ?? null,
      waitingForCurrency: 0,
      deleted: false,
      version: 1,
      historyVersion: 1,
      history: null,
      historyShapedAt: null,
      balance: null,
    }),
  );
  for (const link of rows) if (carriesTransactions(link)) link.history = newHistory(new Date());
  await tx.manager.insert(TransferLink, rows);
  await enqueueBalances(tx, rows);
  await appendToOutbox(
    tx,
    rows.map((link) => linkUpserted(link)),
  );
  return rows;
}
