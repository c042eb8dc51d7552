import { DynamicModule, Module } from '@nestjs/common';
import { providerModule } from '../provider-module';
import { ProviderBConfig, readProviderBConfig } from './config';
import { ProviderB } from './provider-b';

/** PROVIDER_B, where this installation has credentials for it. */
@Module({})
export class ProviderBModule {
  static readonly readConfig = readProviderBConfig;

  static register(config: ProviderBConfig | null): DynamicModule {
    return providerModule(ProviderBModule, 'PROVIDER_B', (clock) => config && new ProviderB(config, clock));
  }
}
