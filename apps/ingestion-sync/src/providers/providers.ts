import { Problem, Provider } from '@tributary/contracts';
import { AccountProvider } from './provider.port';

/** The providers that this instance has credentials for. */
export class Providers {
  private readonly byName: ReadonlyMap<Provider, AccountProvider>;

  constructor(providers: readonly AccountProvider[]) {
    this.byName = new Map(providers.map((provider) => [provider.provider, provider]));
  }

  get names(): Provider[] {
    return [...this.byName.keys()];
  }

  find(name: Provider): AccountProvider | undefined {
    return this.byName.get(name);
  }

  /** @throws Problem on the field `provider` where the operator has not configured it. */
  require(name: Provider): AccountProvider {
    const provider = this.byName.get(name);
    if (!provider) throw Problem.invalid({ provider: [`The provider ${name} is not configured.`] });
    return provider;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.byName.values()].map((provider) => provider.close()));
  }
}
