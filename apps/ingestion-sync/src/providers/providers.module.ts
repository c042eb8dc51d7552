import { DynamicModule, Module } from '@nestjs/common';
import { PROVIDERS } from '@tributary/contracts';
import { providerToken } from './provider-module';
import { moduleOf, ProviderConfigs } from './provider-modules';
import { AccountProvider } from './provider.port';
import { EnteredProviders } from './keys/entered-providers';
import { ProviderKeysController } from './keys/provider-keys.controller';
import { Providers } from './providers';

/** The providers that this installation has credentials for, and `further` ones. */
@Module({})
export class ProvidersModule {
  static register(configs: ProviderConfigs, further: readonly AccountProvider[]): DynamicModule {
    return {
      module: ProvidersModule,
      global: true,
      imports: PROVIDERS.map((provider) => moduleOf(provider, configs)),
      controllers: [ProviderKeysController],
      providers: [
        EnteredProviders,
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
