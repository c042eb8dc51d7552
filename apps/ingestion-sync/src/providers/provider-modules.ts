import { DynamicModule } from '@nestjs/common';
import { KeyedProvider, Provider, PROVIDERS } from '@tributary/contracts';
import { Clock } from '@tributary/messaging';
import { ConfigurationError, EnvironmentReader } from '@tributary/service';
import { ProviderAModule } from './provider-a/provider-a.module';
import { ProviderBModule } from './provider-b/provider-b.module';
import { ProviderCModule } from './provider-c/provider-c.module';
import { ProviderKeySet } from './provider-key';
import { KeyedProviderModule, ProviderModule } from './provider-module';
import { AccountProvider } from './provider.port';
import { SimpleFinModule } from './simplefin/simplefin.module';

/** The module of every provider. */
const PROVIDER_MODULES = {
  PROVIDER_A: ProviderAModule,
  PROVIDER_B: ProviderBModule,
  PROVIDER_C: ProviderCModule,
  SIMPLEFIN: SimpleFinModule,
} satisfies Readonly<Record<Provider, object>>;

/** The settings of every provider; null or absent if the installation has no credentials for it. */
export type ProviderConfigs = {
  readonly [P in Provider]?: ReturnType<(typeof PROVIDER_MODULES)[P]['readConfig']>;
};

export function readProviderConfigs(env: EnvironmentReader): ProviderConfigs {
  const entries = PROVIDERS.map((one) => [one, PROVIDER_MODULES[one].readConfig(env)] as const);
  return Object.fromEntries(entries);
}

type ConfigOf<P extends Provider> = NonNullable<ProviderConfigs[P]>;

const MODULES: { readonly [P in Provider]: ProviderModule<ConfigOf<P>> } = PROVIDER_MODULES;
const KEYED_MODULES: { readonly [P in KeyedProvider]: KeyedProviderModule<ConfigOf<P>> } = PROVIDER_MODULES;

/** Returns the Nest module of a provider; none if there are no settings for it. */
export function moduleOf<P extends Provider>(provider: P, configs: ProviderConfigs): DynamicModule {
  return MODULES[provider].register(configs[provider] ?? null);
}

/** Returns the keys that a provider needs. */
export function keySetOf(provider: KeyedProvider): ProviderKeySet {
  return KEYED_MODULES[provider].keySet;
}

/**
 * Creates the provider from its settings.
 * @throws ConfigurationError if they are invalid, or lack its keys
 */
export function makeProvider<P extends KeyedProvider>(
  provider: P,
  env: EnvironmentReader,
  clock: Clock,
): AccountProvider {
  const module: KeyedProviderModule<ConfigOf<P>> = KEYED_MODULES[provider];
  const config = module.readConfig(env);
  env.check('the provider');
  if (config === null) throw new ConfigurationError('the provider has no keys');
  return module.make(config, clock);
}
