import { KeyedProvider } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';

/** The entered keys of a provider, by their names. */
export type EnteredKeys = Readonly<Record<string, string>>;

export interface StoredProviderKeys {
  readonly provider: KeyedProvider;
  readonly sealed: string;
  readonly version: number;
  readonly lastFour: Readonly<Record<string, string | null>>;
  readonly setAt: Date;
}

/** Shorter keys would lose too much by their last four characters. */
const SHOWN_FROM_LENGTH = 16;

export function providerKeysContext(provider: string): string {
  return `provider_keys.keys:${provider}`;
}

export function readProviderKeys(database: Queryable): Promise<StoredProviderKeys[]> {
  return database.query(
    `select provider, keys_sealed as sealed, version, last_four as "lastFour", set_at as "setAt"
       from provider_keys order by provider`,
  );
}

/** @throws SealBrokenError */
export function openProviderKeys(
  box: SecretBox,
  { provider, sealed }: Pick<StoredProviderKeys, 'provider' | 'sealed'>,
): EnteredKeys {
  return JSON.parse(box.open(sealed, providerKeysContext(provider))) as EnteredKeys;
}

/** Replaces those that are stored, and has the provider's institutions listed again. */
export async function storeProviderKeys(
  tx: Queryable,
  box: SecretBox,
  provider: KeyedProvider,
  keys: EnteredKeys,
): Promise<void> {
  const sealed = box.seal(JSON.stringify(keys), providerKeysContext(provider));
  await tx.execute(
    `insert into provider_keys (provider, keys_sealed, last_four) values ($1, $2, $3)
     on conflict (provider) do update
        set keys_sealed = excluded.keys_sealed, last_four = excluded.last_four, set_at = now(),
            version = provider_keys.version + 1`,
    [provider, sealed, JSON.stringify(lastFours(keys))],
  );
  await tx.execute('update institution_catalogues set next_read_at = now() where provider = $1', [provider]);
}

/** @returns whether there were any */
export async function removeProviderKeys(tx: Queryable, provider: KeyedProvider): Promise<boolean> {
  return (await tx.execute('delete from provider_keys where provider = $1', [provider])) === 1;
}

/** Nothing of a key of several lines, whose end is the same in all of them. */
function lastFours(keys: EnteredKeys): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [
      name,
      key.length < SHOWN_FROM_LENGTH || key.includes('\n') ? null : key.slice(-4),
    ]),
  );
}
