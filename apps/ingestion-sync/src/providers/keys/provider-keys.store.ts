import { KeyedProvider } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { SealedColumn } from '@tributary/service';

export interface StoredProviderKeys {
  readonly provider: KeyedProvider;
  readonly sealed: string;
  readonly version: number;
  readonly lastFour: Readonly<Record<string, string | null>>;
  readonly setAt: Date;
}

export function providerKeysContext(provider: string): string {
  return `provider_keys.keys:${provider}`;
}

export function readProviderKeys(database: Queryable): Promise<StoredProviderKeys[]> {
  return database.query(
    `select provider, keys_sealed as sealed, version, last_four as "lastFour", set_at as "setAt"
       from provider_keys order by provider`,
  );
}

export async function upsertProviderKeys(
  tx: Queryable,
  provider: KeyedProvider,
  sealed: string,
  lastFour: StoredProviderKeys['lastFour'],
): Promise<void> {
  await tx.execute(
    `insert into provider_keys (provider, keys_sealed, last_four) values ($1, $2, $3)
     on conflict (provider) do update
        set keys_sealed = excluded.keys_sealed, last_four = excluded.last_four, set_at = now(),
            version = provider_keys.version + 1`,
    [provider, sealed, JSON.stringify(lastFour)],
  );
}

/** @returns whether there were any */
export async function removeProviderKeys(tx: Queryable, provider: KeyedProvider): Promise<boolean> {
  return (await tx.execute('delete from provider_keys where provider = $1', [provider])) === 1;
}

export const PROVIDER_KEYS_COLUMN: SealedColumn = {
  table: 'provider_keys',
  column: 'keys_sealed',
  key: 'id',
  type: 'text',
  contextColumns: ['provider'],
  contextOf: ({ provider }) => providerKeysContext(provider ?? ''),
};
