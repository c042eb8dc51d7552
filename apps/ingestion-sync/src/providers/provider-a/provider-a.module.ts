import { DynamicModule, Module } from '@nestjs/common';
import { providerModule } from '../provider-module';
import { ProviderAConfig, readProviderAConfig } from './config';
import { ProviderA } from './provider-a';

/** PROVIDER_A, where this installation has credentials for it. */
@Module({})
export class ProviderAModule {
  static readonly readConfig = readProviderAConfig;

  static register(config: ProviderAConfig | null): DynamicModule {
    return providerModule(ProviderAModule, 'PROVIDER_A', (clock) => config && new ProviderA(config, clock));
  }
}
