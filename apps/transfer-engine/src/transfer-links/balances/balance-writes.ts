import { carriesBalance, decideCurrency, LinkBalanceDocument, unconvertedMark } from '@tributary/contracts';
import { compareDecimals } from '@tributary/money';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { lockBalanceLinks, saveLinks } from '../transfer-links.store';
import {
  deleteBalanceWrites,
  findSnapshots,
  FoundSnapshot,
  SnapshotRow,
  upsertBalanceWrites,
  WaitingSnapshot,
} from './balance-writes.store';
import { linkUpserted } from '../transfer-link-upserted';
import { TransferLink } from '../transfer-link.entity';

const WAITS_FOR_CURRENCY =
  'The balance is in another currency than the destination: it is not written until there is a rate, or the link’s ' +
  'on_other_currency is AS_IS.';

/**
 * Enqueues the last known balance of each account whose link carries balances and has not written it yet. Marks the
 * links, which the caller saves and publishes.
 * @returns the marked links
 */
export async function enqueueBalances(tx: Tx, links: readonly TransferLink[]): Promise<TransferLink[]> {
  await deleteBalanceWrites(
    tx,
    links.filter((link) => !carriesBalance(link)).map(({ id }) => id),
  );
  const carrying = links.filter(carriesBalance);
  const snapshots = await findSnapshots(tx, carrying);
  const byLink = new Map(snapshots.map((snapshot) => [snapshot.linkId, snapshot]));
  const decided = carrying.flatMap((link) => {
    const found = byLink.get(link.id);
    return found ? [{ link, ...inCurrencyOf(link, found) }] : [];
  });
  const written = decided.filter(({ waits }) => !waits);
  const enqueued = new Set(
    await upsertBalanceWrites(
      tx,
      written.map(({ snapshot }) => snapshot),
    ),
  );
  const marked = decided.filter(({ link, snapshot, waits }) =>
    waits ? isNews(link, snapshot) : enqueued.has(link.id),
  );
  for (const { link, snapshot, waits } of marked) {
    link.balance = pendingBalance(snapshot, waits ? WAITS_FOR_CURRENCY : null);
  }
  await deleteBalanceWrites(
    tx,
    decided.flatMap(({ link, waits }) => (waits ? [link.id] : [])),
  );
  return marked.map(({ link }) => link);
}

/** Enqueues new balances of accounts for their links. @returns the events that publish it */
export async function enqueueBalancesOfAccounts(
  tx: Tx,
  accountIds: readonly number[],
): Promise<OutgoingEvent[]> {
  const links = await lockBalanceLinks(tx, accountIds);
  const marked = await enqueueBalances(tx, links);
  for (const link of marked) link.version += 1;
  if (marked.length > 0) await saveLinks(tx, marked);
  return marked.map((link) => linkUpserted(link));
}

function isNews({ balance }: TransferLink, { cleared }: SnapshotRow): boolean {
  return balance?.error !== WAITS_FOR_CURRENCY || compareDecimals(balance.cleared, cleared) !== 0;
}

/** Balances have no exchange rate, so a balance in another currency is written unconverted or waits. */
function inCurrencyOf(
  link: TransferLink,
  { accountCurrency, statedCurrency, ...snapshot }: FoundSnapshot,
): { readonly snapshot: SnapshotRow; readonly waits: boolean } {
  const money = { amount: snapshot.cleared, currency: snapshot.currency };
  const decision = decideCurrency({
    ...money,
    exchange: undefined,
    accountCurrency,
    destinationCurrency: statedCurrency ?? link.destination_currency,
    rule: link.on_other_currency,
  });
  const memo = decision.kind === 'send-marked' ? { memo: unconvertedMark(money) } : {};
  return { snapshot: { ...snapshot, ...memo }, waits: decision.kind === 'wait' };
}

function pendingBalance(
  { cleared, currency, snapshotAt }: WaitingSnapshot,
  error: string | null,
): LinkBalanceDocument {
  const times = { snapshot_at: snapshotAt, written_at: null };
  return { state: 'PENDING', cleared, currency, ...times, error };
}
