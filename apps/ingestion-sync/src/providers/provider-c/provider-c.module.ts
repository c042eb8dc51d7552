import { DynamicModule, Module } from '@nestjs/common';
import { providerModule } from '../provider-module';
import { ProviderCConfig, readProviderCConfig } from './config';
import { ProviderC } from './provider-c';

/** PROVIDER_C, where this installation has credentials for it. */
@Module({})
export class ProviderCModule {
  static readonly readConfig = readProviderCConfig;

  static register(config: ProviderCConfig | null): DynamicModule {
    return providerModule(ProviderCModule, 'PROVIDER_C', (clock) => config && new ProviderC(config, clock));
  }
}
