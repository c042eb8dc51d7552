import { DynamicModule, Module } from '@nestjs/common';
import { Provider, PROVIDERS } from '@tributary/contracts';
import { ProviderModule, providerToken } from './provider-module';
import { PROVIDER_MODULES, ProviderConfigs } from './provider-modules';
import { AccountProvider } from './provider.port';
import { Providers } from './providers';

type ConfigOf<P extends Provider> = NonNullable<ProviderConfigs[P]>;

const MODULES: { readonly [P in Provider]: ProviderModule<ConfigOf<P>> } = PROVIDER_MODULES;

/** The providers that this installation has credentials for, and `further` ones. */
@Module({})
export class ProvidersModule {
  static register(configs: ProviderConfigs, further: readonly AccountProvider[]): DynamicModule {
    const moduleOf = <P extends Provider>(provider: P) =>
      MODULES[provider].register(configs[provider] ?? null);
    return {
      module: ProvidersModule,
      global: true,
      imports: PROVIDERS.map((provider) => moduleOf(provider)),
      providers: [
        {
          provide: Providers,
          inject: PROVIDERS.map(providerToken),
          useFactory: (...all: (AccountProvider | null)[]) =>
            new Providers([...all.filter((one) => one !== null), ...further]),
        },
      ],
      exports: [Providers],
    };
  }
}
