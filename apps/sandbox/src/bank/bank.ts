import { randomUUID } from 'node:crypto';
import { addDays, daysBetween } from '@tributary/money';
import { firstDayOf, Store, type FirstDayOptions } from '../state/store';
import { berkaAccounts } from './berka-accounts';
import { loadBerka } from './berka-files';
import type { AccountChange, BankAccount } from './bank-account';
import { inventedAccounts } from './invented-accounts';

export const BERKA = 'BERKA';
export const SANDBOX_FINANCE = 'SANDBOXFINANCE_SFIN0000';

export interface BankOptions extends FirstDayOptions {
  readonly dataDir?: string;
  /** Number of accounts of the bank, the first ones by account id. */
  readonly accounts?: number;
}

/** All accounts of the sandbox's banks. Dates are fixed at the first start, so that a restart shows the same history. */
export class Bank {
  private berka: readonly BankAccount[] = [];
  private invented: readonly BankAccount[] = [];
  private readonly byUuid = new Map<string, BankAccount>();
  private readonly store = new Store(this.options.dataDir, 'bank');
  private readonly firstDay = firstDayOf(this.store, this.options);
  private readonly changed = this.store.event<{ uuid: string; change: AccountChange }>(
    'changed',
    ({ uuid, change }) => this.byUuid.get(uuid)?.apply(change),
  );
  private readonly named = this.store.event<{ uuid: string; name: string }>('named', ({ uuid, name }) => {
    const account = this.byUuid.get(uuid);
    if (account) this.byUuid.set(name, account);
  });

  constructor(private readonly options: BankOptions) {
    this.reset();
    this.store.replay();
  }

  get berkaAccounts(): readonly BankAccount[] {
    return this.berka;
  }

  account(uuid: string): BankAccount | undefined {
    return this.byUuid.get(uuid);
  }

  /** `BERKA` has all accounts, `BERKA_<n>` the first n of them; undefined for an unknown institution. */
  accountsOf(institutionId: string): readonly BankAccount[] | undefined {
    if (institutionId === BERKA) return this.berka;
    if (institutionId === SANDBOX_FINANCE) return this.invented;
    const count = /^BERKA_([1-9]\d{0,5})$/.exec(institutionId)?.[1];
    return count !== undefined && Number(count) <= this.berka.length
      ? this.berka.slice(0, Number(count))
      : undefined;
  }

  /** @returns whether there is such an account */
  change(uuid: string, change: AccountChange): boolean {
    if (!this.byUuid.has(uuid)) return false;
    this.changed({ uuid, change });
    return true;
  }

  /** @returns a further id, under which the account is found from now on */
  nameAlso(uuid: string): string {
    const name = randomUUID();
    this.named({ uuid, name });
    return name;
  }

  /** All accounts as at the start. */
  reset(): void {
    const data = loadBerka();
    const shiftDays = daysBetween(data.newestDate, addDays(this.firstDay, -1));
    this.berka = berkaAccounts(data, shiftDays, this.options.accounts);
    this.invented = inventedAccounts(this.firstDay);
    this.byUuid.clear();
    for (const account of [...this.berka, ...this.invented]) this.byUuid.set(account.profile.uuid, account);
  }

  close(): void {
    this.store.close();
  }
}
