import { KeyedProvider } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { makeCatalogueDue } from '../institutions.store';
import { providerKeysContext, StoredProviderKeys, upsertProviderKeys } from './provider-keys.store';

/** The entered keys of a provider, by their names. */
export type EnteredKeys = Readonly<Record<string, string>>;

/** The shortest key whose last four characters are shown; they would reveal too much of a shorter one. */
const SHOWN_FROM_LENGTH = 16;

/** @throws SealBrokenError */
export function openProviderKeys(
  box: SecretBox,
  { provider, sealed }: Pick<StoredProviderKeys, 'provider' | 'sealed'>,
): EnteredKeys {
  return JSON.parse(box.open(sealed, providerKeysContext(provider))) as EnteredKeys;
}

/** Replaces the stored keys, and has the provider's institutions listed again. */
export async function storeProviderKeys(
  tx: Queryable,
  box: SecretBox,
  provider: KeyedProvider,
  keys: EnteredKeys,
): Promise<void> {
  const sealed = box.seal(JSON.stringify(keys), providerKeysContext(provider));
  await upsertProviderKeys(tx, provider, sealed, lastFours(keys));
  await makeCatalogueDue(tx, provider);
}

/** Returns the last four characters; none of a key of several lines, whose end is always the same. */
function lastFours(keys: EnteredKeys): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [
      name,
      key.length < SHOWN_FROM_LENGTH || key.includes('\n') ? null : key.slice(-4),
    ]),
  );
}
