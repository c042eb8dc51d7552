import { systemClock } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { openConsent } from '../../apps/ingestion-sync/src/connections/consents/consent-secret';
import { ProviderA } from '../../apps/ingestion-sync/src/providers/provider-a/provider-a';
import { ProviderAConfig } from '../../apps/ingestion-sync/src/providers/provider-a/config';
import { AccountSync } from '../../apps/ingestion-sync/src/sync/account-sync';
import { AccountWrite } from '../../apps/ingestion-sync/src/sync/account-write';
import { claimAccounts, ClaimedAccount } from '../../apps/ingestion-sync/src/sync/due/claim-accounts';
import { mapped, TransactionRow } from '../../apps/ingestion-sync/src/transactions/transaction-rows';

/** Writes of one account after another, as its sync made them. */
export type WritesOfAccount = readonly AccountWrite[];

export const LEASE_MS = 3_600_000;
const CONCURRENCY = 24;
const ALL = 100_000;

/** Syncs every account that is due and keeps what it wants saved, instead of saving it. */
export async function captureWrites(
  database: Database,
  box: SecretBox,
  config: ProviderAConfig,
): Promise<WritesOfAccount[]> {
  const provider = new ProviderA(config);
  const claim = {
    leaseMs: LEASE_MS,
    lostPauseMs: LEASE_MS,
    providers: ['PROVIDER_A'],
    exceptUsers: [],
    limit: ALL,
  } as const;
  const waiting = await claimAccounts(database, claim, () => systemClock.now());
  const captured: WritesOfAccount[] = [];
  const takeTurns = async (): Promise<void> => {
    for (let account = waiting.pop(); account; account = waiting.pop())
      captured.push(await capture(account, provider, box));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeTurns));
  await provider.close();
  return captured;
}

async function capture(
  account: ClaimedAccount,
  provider: ProviderA,
  box: SecretBox,
): Promise<WritesOfAccount> {
  const writes: AccountWrite[] = [];
  const outcome = await AccountSync.run(account, {
    provider,
    access: {
      accountExternalId: account.externalId,
      consent: openConsent(box, account.consent),
      user: null,
    },
    writer: { save: async (write) => void writes.push(write) },
    enrich: async (_account, rows) => rows,
    untriedRows: async () => [],
    callRetryMs: 250,
    syncRetryMs: 60_000,
    clock: systemClock,
    signal: new AbortController().signal,
    renewLease: async () => true,
    onRead: () => undefined,
    onConsentEnded: async () => undefined,
  });
  if (outcome.kind !== 'succeeded') throw new Error(`an account's sync ended as ${outcome.kind}`);
  return writes;
}

/** The same answers again, with another text in every n-th row. */
export function withChanges(accounts: readonly WritesOfAccount[], every: number): WritesOfAccount[] {
  let index = 0;
  const change = (row: TransactionRow, { account }: AccountWrite): TransactionRow => {
    if (index++ % every !== 0) return row;
    const { mapped_fields: _, ...document } = row.document;
    const remittance_information = { ...document.remittance_information, unstructured: `corrected ${index}` };
    return { ...row, ...mapped({ ...document, remittance_information }, account.config.map_fields) };
  };
  return accounts.map((writes) =>
    writes.map((write) => ({ ...write, rows: write.rows.map((row) => change(row, write)) })),
  );
}

export function rowsOf(accounts: readonly WritesOfAccount[]): number {
  return accounts.flat().reduce((sum, { rows }) => sum + rows.length, 0);
}
