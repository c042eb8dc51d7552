import { DynamicModule, Type } from '@nestjs/common';
import { Provider } from '@tributary/contracts';
import { Clock, DatabaseClock } from '@tributary/messaging';
import { EnvironmentReader } from '@tributary/service';
import { ProviderKeySet } from './provider-key';
import { AccountProvider } from './provider.port';

/** A provider's Nest module. Null: the installation does not offer it, or has no credentials for it. */
export interface ProviderModule<C> {
  readConfig(env: EnvironmentReader): C | null;
  register(config: C | null): DynamicModule;
}

/** The module of a provider whose keys administrators may enter. */
export interface KeyedProviderModule<C> extends ProviderModule<C> {
  readonly keySet: ProviderKeySet;
  make(config: C, clock: Clock): AccountProvider;
}

/** Returns the injection token of a provider. */
export function providerToken(provider: Provider): string {
  return `provider ${provider}`;
}

/** Returns the module of a provider that `make` creates; signatures and requested days use the database's clock. */
export function providerModule(
  module: Type,
  provider: Provider,
  make: (clock: DatabaseClock) => AccountProvider | null,
): DynamicModule {
  const provide = providerToken(provider);
  return {
    module,
    providers: [{ provide, inject: [DatabaseClock], useFactory: make }],
    exports: [provide],
  };
}
