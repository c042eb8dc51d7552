import { DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@tributary/messaging';
import { providerModule } from '../provider-module';
import { PROVIDER_C_KEYS, ProviderCConfig, readProviderCConfig } from './config';
import { AccountProvider } from '../provider.port';
import { ProviderC } from './provider-c';

/** The module of PROVIDER_C, for installations with credentials. */
@Module({})
export class ProviderCModule {
  static readonly readConfig = readProviderCConfig;
  static readonly keySet = PROVIDER_C_KEYS;

  static make(config: ProviderCConfig, clock: Clock): AccountProvider {
    return new ProviderC(config, clock);
  }

  static register(config: ProviderCConfig | null): DynamicModule {
    return providerModule(ProviderCModule, 'PROVIDER_C', (clock) => config && new ProviderC(config, clock));
  }
}
