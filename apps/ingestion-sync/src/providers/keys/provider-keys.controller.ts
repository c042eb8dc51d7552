import { Controller } from '@nestjs/common';
import {
  CommandResult,
  ListProviderKeys,
  Problem,
  KeyedProvider,
  ProviderKeys,
  KEYED_PROVIDERS,
  RemoveProviderKeys,
  SetProviderKeys,
} from '@tributary/contracts';
import { type Commit, OnCommand, OnCommandCallingOut, type ReceivedCommand } from '@tributary/messaging';
import { Database, Queryable, type Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ConfigurationError } from '@tributary/service';
import { AccountProvider } from '../provider.port';
import { ProviderError } from '../provider.errors';
import { answeringProblems } from '../provider-problem';
import { keySetOf } from '../provider-modules';
import { Providers } from '../providers';
import { EnteredProviders } from './entered-providers';
import { readProviderKeys, removeProviderKeys, StoredProviderKeys } from './provider-keys.store';
import { EnteredKeys, openProviderKeys, storeProviderKeys } from './stored-provider-keys';

/** Handles the keys of providers, which administrators enter. */
@Controller()
export class ProviderKeysController {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly providers: Providers,
    private readonly entered: EnteredProviders,
  ) {}

  @OnCommand(ListProviderKeys)
  async list(
    _command: ReceivedCommand<typeof ListProviderKeys>,
    tx: Tx,
  ): Promise<CommandResult<typeof ListProviderKeys>> {
    const stored = await readProviderKeys(tx);
    return { providers: KEYED_PROVIDERS.map((provider) => this.describeKeys(provider, stored)) };
  }

  /** Stores keys after the provider has accepted them. */
  @OnCommandCallingOut(SetProviderKeys)
  async set(
    { payload: { provider, keys: sent } }: ReceivedCommand<typeof SetProviderKeys>,
    commit: Commit,
  ): Promise<ProviderKeys> {
    const keys = completed(provider, sent, await this.present(provider));
    await requireAccepted(provider, this.usable(provider, keys));
    const result = await commit(async (tx) => {
      await storeProviderKeys(tx, this.box, provider, keys);
      return this.read(tx, provider);
    });
    await this.entered.refresh();
    return result;
  }

  @OnCommandCallingOut(RemoveProviderKeys)
  async remove(
    { payload: { provider } }: ReceivedCommand<typeof RemoveProviderKeys>,
    commit: Commit,
  ): Promise<ProviderKeys> {
    const result = await commit(async (tx) => {
      if (!(await removeProviderKeys(tx, provider))) throw Problem.notFound();
      return this.read(tx, provider);
    });
    await this.entered.refresh();
    return result;
  }

  /** Returns the stored keys. */
  private async present(provider: KeyedProvider): Promise<EnteredKeys> {
    const stored = (await readProviderKeys(this.database)).find((one) => one.provider === provider);
    return stored ? openProviderKeys(this.box, stored) : {};
  }

  /** @throws Problem (invalid) where the keys do not have the provider's form */
  private usable(provider: KeyedProvider, keys: EnteredKeys): AccountProvider {
    try {
      return this.entered.make(provider, keys);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw Problem.invalid({ keys: [withLabels(provider, error.message)] });
    }
  }

  private async read(database: Queryable, provider: KeyedProvider): Promise<ProviderKeys> {
    return this.describeKeys(provider, await readProviderKeys(database));
  }

  private describeKeys(provider: KeyedProvider, all: readonly StoredProviderKeys[]): ProviderKeys {
    const stored = all.find((one) => one.provider === provider);
    const isInSettings = this.providers.isInSettings(provider);
    return {
      provider,
      source: stored ? 'ENTERED' : isInSettings ? 'SETTINGS' : null,
      setAt: stored ? stored.setAt.toISOString() : null,
      keys: keySetOf(provider).keys.map(({ name, label, isSecret, isLong = false, isOptional = false }) => ({
        name,
        label,
        isSecret,
        isLong,
        isRequired: !isOptional,
        isSet: stored ? name in stored.lastFour : isInSettings && !isOptional,
        lastFour: stored?.lastFour[name] ?? null,
      })),
    };
  }
}

/** Completes the sent keys with the stored ones. @throws Problem (invalid) */
function completed(provider: KeyedProvider, sent: EnteredKeys, present: EnteredKeys): EnteredKeys {
  const { keys } = keySetOf(provider);
  const unknown = Object.keys(sent).find((name) => !keys.some((key) => key.name === name));
  if (unknown !== undefined) throw Problem.invalid({ keys: [`${provider} has no key ${unknown}.`] });
  const entries = keys.flatMap(({ name }): [string, string][] => {
    const value = (sent[name] ?? present[name])?.trim();
    return value ? [[name, value]] : [];
  });
  const given = Object.fromEntries(entries);
  const missing = keys.filter(({ name, isOptional = false }) => !isOptional && given[name] === undefined);
  if (missing.length > 0) {
    throw Problem.invalid({ keys: missing.map(({ label }) => `${label} is missing.`) });
  }
  return given;
}

/**
 * Calls the provider to check the keys.
 * @throws Problem (invalid) if it refuses them, Problem (upstream) if it is unavailable
 */
async function requireAccepted(name: KeyedProvider, provider: AccountProvider): Promise<void> {
  try {
    await answeringProblems(async () => {
      try {
        await provider.listInstitutions(keySetOf(name).checkedIn);
      } catch (error) {
        if (error instanceof ProviderError && isRefusal(error)) {
          throw Problem.invalid({ keys: [`${name} does not accept these keys.`] });
        }
        throw error;
      }
    }, 'keys');
  } finally {
    await provider.close();
  }
}

function isRefusal({ failure: { kind } }: ProviderError): boolean {
  return kind === 'access_denied' || kind === 'consent_ended';
}

/** Replaces names of settings in the message by labels, because administrators do not see settings. */
function withLabels(provider: KeyedProvider, message: string): string {
  const named = keySetOf(provider).keys.reduce(
    (text, { setting, label }) => text.replaceAll(setting, label),
    message.replace(/^.*cannot start:\n/, ''),
  );
  return `${named.replaceAll(/^\s*- /gm, '')}.`;
}
