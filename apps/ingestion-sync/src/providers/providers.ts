import { Problem, Provider } from '@tributary/contracts';
import { AccountProvider } from './provider.port';

/** The providers for which this instance has keys: keys that an administrator entered, or else keys of the settings. */
export class Providers {
  private readonly ofSettings: ReadonlyMap<Provider, AccountProvider>;
  private readonly entered = new Map<Provider, AccountProvider>();
  /** Providers with replaced keys; work that began with them continues with them. */
  private readonly replaced: AccountProvider[] = [];

  constructor(providers: readonly AccountProvider[]) {
    this.ofSettings = new Map(providers.map((provider) => [provider.provider, provider]));
  }

  get names(): Provider[] {
    return [...new Set([...this.ofSettings.keys(), ...this.entered.keys()])];
  }

  find(name: Provider): AccountProvider | undefined {
    return this.entered.get(name) ?? this.ofSettings.get(name);
  }

  /** Returns whether the settings have keys for the provider. */
  isInSettings(name: Provider): boolean {
    return this.ofSettings.has(name);
  }

  /** @throws Problem on the field `provider` where the operator has not configured it. */
  require(name: Provider): AccountProvider {
    const provider = this.find(name);
    if (!provider) throw Problem.invalid({ provider: [`The provider ${name} is not configured.`] });
    return provider;
  }

  /** Uses the provider with entered keys from now on; null: the one of the settings again. */
  enter(name: Provider, provider: AccountProvider | null): void {
    const present = this.entered.get(name);
    if (present) this.replaced.push(present);
    if (provider) this.entered.set(name, provider);
    else this.entered.delete(name);
  }

  async onApplicationShutdown(): Promise<void> {
    const all = [...this.ofSettings.values(), ...this.entered.values(), ...this.replaced];
    await Promise.all(all.map((provider) => provider.close()));
  }
}
