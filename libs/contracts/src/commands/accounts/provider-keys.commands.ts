import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { KEYED_PROVIDERS } from '../../documents/accounts/finance.documents';
import { Nullable, OneOf } from '../../scalars';

/** A key of a provider, without its value. */
const ProviderKey = Type.Object({
  name: Type.String(),
  label: Type.String(),
  isSecret: Type.Boolean(),
  /** A text of several lines, such as a private key. */
  isLong: Type.Boolean(),
  isRequired: Type.Boolean(),
  isSet: Type.Boolean(),
  /** The last four characters of a key that is long enough to show them. */
  lastFour: Nullable(Type.String()),
});

/** A provider, and which of its keys are set. */
export const ProviderKeys = Type.Object({
  provider: OneOf(KEYED_PROVIDERS),
  /** Source of the keys: an administrator, the settings of the process; null: there are none. */
  source: Nullable(OneOf(['ENTERED', 'SETTINGS'])),
  /** Time at which the keys were entered, and the provider accepted them. */
  setAt: Nullable(Type.String()),
  keys: Type.Array(ProviderKey),
});
export type ProviderKeys = Static<typeof ProviderKeys>;

/** Maximum length of a key: an RSA key of 8192 bits in PEM has 6,400 characters. */
export const PROVIDER_KEY_LENGTH_MAX = 10_000;

export const ListProviderKeys = defineCommand({
  service: 'ingestion-sync',
  name: 'list-provider-keys',
  description: 'Lists the providers and which of their keys are set, never the keys.',
  payload: Type.Object({}),
  result: Type.Object({ providers: Type.Array(ProviderKeys) }),
  reading: true,
});

export const SetProviderKeys = defineCommand({
  service: 'ingestion-sync',
  name: 'set-provider-keys',
  description: 'Stores the keys of a provider, encrypted, once the provider has accepted them.',
  payload: Type.Object({
    provider: OneOf(KEYED_PROVIDERS),
    keys: Type.Record(Type.String(), Type.String({ maxLength: PROVIDER_KEY_LENGTH_MAX })),
  }),
  result: ProviderKeys,
  confidential: true,
});

export const RemoveProviderKeys = defineCommand({
  service: 'ingestion-sync',
  name: 'remove-provider-keys',
  description: 'Deletes the entered keys of a provider; those of the settings count again.',
  payload: Type.Object({ provider: OneOf(KEYED_PROVIDERS) }),
  result: ProviderKeys,
});
