import { decideCurrency, LinkBalanceDocument, unconvertedMark } from '@tributary/contracts';
import { compareDecimals } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { STATED_CURRENCY } from '../transfer-links/link-currencies';
import { carriesBalance, TransferLink } from '../transfer-links/transfer-link.entity';

/** A balance as it waits to be written. */
export interface WaitingSnapshot {
  readonly cleared: string;
  readonly available: string | null;
  readonly currency: string;
  readonly snapshotAt: string;
  /** What the row of the balance says beside it; absent: nothing. */
  readonly memo?: string;
}

interface SnapshotRow extends WaitingSnapshot {
  readonly linkId: number;
  readonly unitId: number;
  readonly version: number;
}

interface FoundSnapshot extends SnapshotRow {
  readonly accountCurrency: string | null;
  readonly statedCurrency: string | null;
}

const WAITS_FOR_CURRENCY =
  'The balance is in another currency than the destination: it is not written until there is a rate, or the link’s ' +
  'on_other_currency is AS_IS.';

/**
 * The last known balance of each link's account is to be written to its destination, where the link says so and has not
 * written it. Marks the links, which the caller saves and publishes; returns those that it marked.
 */
export async function enqueueBalances(tx: Tx, links: readonly TransferLink[]): Promise<TransferLink[]> {
  await forget(
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
    await enqueue(
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
  await forget(
    tx,
    decided.flatMap(({ link, waits }) => (waits ? [link.id] : [])),
  );
  return marked.map(({ link }) => link);
}

function isNews({ balance }: TransferLink, { cleared }: SnapshotRow): boolean {
  return balance?.error !== WAITS_FOR_CURRENCY || compareDecimals(balance.cleared, cleared) !== 0;
}

/** A balance has no exchange of its own, so in another currency it is written as it is, or waits. */
function inCurrencyOf(
  link: TransferLink,
  { accountCurrency, statedCurrency, ...snapshot }: FoundSnapshot,
): { readonly snapshot: SnapshotRow; readonly waits: boolean } {
  const money = { amount: snapshot.cleared, currency: snapshot.currency };
  const decision = decideCurrency({
    ...money,
    exchange: undefined,
    accountCurrency,
    destinationCurrency: statedCurrency ?? link.destinationCurrency,
    rule: link.onOtherCurrency,
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

/** What waits for its currency, or for a link that writes none, is not written. */
async function forget(tx: Tx, linkIds: readonly number[]): Promise<void> {
  if (linkIds.length === 0) return;
  await tx.execute('delete from balance_writes where link_id = any($1::bigint[])', [linkIds]);
}

async function findSnapshots(tx: Tx, links: readonly TransferLink[]): Promise<FoundSnapshot[]> {
  if (links.length === 0) return [];
  const asked = links.map(({ id, destinationId, financialAccountId }) => ({
    id,
    destinationId,
    financialAccountId,
  }));
  const rows = await tx.query<Omit<FoundSnapshot, 'snapshotAt'> & { snapshotAt: Date }>(
    `select l.id as "linkId", d.unit_id as "unitId", b.version, b.cleared::text, b.available::text, b.currency,
            b.snapshot_at as "snapshotAt", a.currency as "accountCurrency", ${STATED_CURRENCY} as "statedCurrency"
       from jsonb_to_recordset($1) as l(id bigint, "destinationId" bigint, "financialAccountId" bigint)
       join destination_targets d on d.id = l."destinationId"
       join destination_units u on u.id = d.unit_id
       join account_balances b on b.account_id = l."financialAccountId"
       left join accounts a on a.id = l."financialAccountId"
      where b.cleared is not null and b.currency is not null`,
    [JSON.stringify(asked)],
  );
  return rows.map((row) => ({ ...row, snapshotAt: row.snapshotAt.toISOString() }));
}

/** One that is not newer than what was written, or says the same on the same day, is left out. Gives the links that have one to write now. */
async function enqueue(tx: Tx, snapshots: readonly SnapshotRow[]): Promise<number[]> {
  if (snapshots.length === 0) return [];
  const rows = snapshots.map(({ linkId, unitId, version, ...snapshot }) => ({
    link_id: linkId,
    unit_id: unitId,
    version,
    snapshot,
  }));
  const written = await tx.query<{ linkId: number }>(
    `insert into balance_writes as t (link_id, unit_id, snapshot_version, snapshot, state)
     select link_id, unit_id, version, snapshot, 'PENDING'
       from jsonb_to_recordset($1) as row(link_id bigint, unit_id bigint, version bigint, snapshot jsonb)
      order by link_id
     on conflict (link_id) do update
        set unit_id = excluded.unit_id, snapshot_version = excluded.snapshot_version, snapshot = excluded.snapshot,
            state = 'PENDING', attempts = 0, due_at = now()
      where excluded.unit_id <> t.unit_id
         or excluded.snapshot_version > t.snapshot_version
            and (t.state <> 'WRITTEN'
                 or t.snapshot ->> 'cleared' is distinct from excluded.snapshot ->> 'cleared'
                 or (excluded.snapshot ->> 'snapshotAt')::timestamptz
                      >= (t.snapshot ->> 'snapshotAt')::timestamptz + interval '23 hours')
     returning link_id as "linkId"`,
    [JSON.stringify(rows)],
  );
  return written.map(({ linkId }) => linkId);
}
