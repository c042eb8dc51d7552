import { DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@tributary/messaging';
import { providerModule } from '../provider-module';
import { PROVIDER_B_KEYS, ProviderBConfig, readProviderBConfig } from './config';
import { AccountProvider } from '../provider.port';
import { ProviderB } from './provider-b';

/** The module of PROVIDER_B, for installations with credentials. */
@Module({})
export class ProviderBModule {
  static readonly readConfig = readProviderBConfig;
  static readonly keySet = PROVIDER_B_KEYS;

  static make(config: ProviderBConfig, clock: Clock): AccountProvider {
    return new ProviderB(config, clock);
  }

  static register(config: ProviderBConfig | null): DynamicModule {
    return providerModule(ProviderBModule, 'PROVIDER_B', (clock) => config && new ProviderB(config, clock));
  }
}
