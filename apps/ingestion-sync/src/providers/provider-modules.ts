import { Provider, PROVIDERS } from '@tributary/contracts';
import { EnvironmentReader } from '@tributary/service';
import { ProviderAModule } from './provider-a/provider-a.module';
import { ProviderBModule } from './provider-b/provider-b.module';
import { ProviderCModule } from './provider-c/provider-c.module';

/** The module of every provider. */
export const PROVIDER_MODULES = {
  PROVIDER_A: ProviderAModule,
  PROVIDER_B: ProviderBModule,
  PROVIDER_C: ProviderCModule,
} satisfies Readonly<Record<Provider, object>>;

/** The settings of every provider; null, or none, where the installation has no credentials for it. */
export type ProviderConfigs = {
  readonly [P in Provider]?: ReturnType<(typeof PROVIDER_MODULES)[P]['readConfig']>;
};

export function readProviderConfigs(env: EnvironmentReader): ProviderConfigs {
  const entries = PROVIDERS.map((one) => [one, PROVIDER_MODULES[one].readConfig(env)] as const);
  return Object.fromEntries(entries);
}
