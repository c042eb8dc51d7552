import { DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@tributary/messaging';
import { providerModule } from '../provider-module';
import { PROVIDER_A_KEYS, ProviderAConfig, readProviderAConfig } from './config';
import { AccountProvider } from '../provider.port';
import { ProviderA } from './provider-a';

/** The module of PROVIDER_A, for installations with credentials. */
@Module({})
export class ProviderAModule {
  static readonly readConfig = readProviderAConfig;
  static readonly keySet = PROVIDER_A_KEYS;

  static make(config: ProviderAConfig, clock: Clock): AccountProvider {
    return new ProviderA(config, clock);
  }

  static register(config: ProviderAConfig | null): DynamicModule {
    return providerModule(ProviderAModule, 'PROVIDER_A', (clock) => config && new ProviderA(config, clock));
  }
}
