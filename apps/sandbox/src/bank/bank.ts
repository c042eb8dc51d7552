import { randomUUID } from 'node:crypto';
import { openJournal, type Journal } from '../state/journal';
import { addDays, daysBetween } from '../state/sandbox-clock';
import { berkaAccounts } from './berka-accounts';
import { loadBerka } from './berka-files';
import type { AccountChange, BankAccount } from './bank-account';
import { inventedAccounts } from './invented-accounts';

export const BERKA = 'BERKA';
export const SANDBOX_FINANCE = 'SANDBOXFINANCE_SFIN0000';

type BankEvent =
  | { readonly kind: 'opened'; readonly today: string }
  | { readonly kind: 'changed'; readonly uuid: string; readonly change: AccountChange }
  | { readonly kind: 'named'; readonly uuid: string; readonly name: string };

export interface BankOptions {
  readonly today: string;
  /** True when the caller set `today` itself: then it wins over the day that an earlier start kept. */
  readonly todayIsPinned: boolean;
  readonly dataDir?: string;
  /** Keeps the first accounts by account id. */
  readonly accounts?: number;
}

/** All accounts of the sandbox's banks. Dates are fixed at the first start, so that a restart shows the same history. */
export class Bank {
  private berka: readonly BankAccount[] = [];
  private invented: readonly BankAccount[] = [];
  private readonly byUuid = new Map<string, BankAccount>();
  private readonly journal: Journal<BankEvent>;
  private readonly firstDay: string;
  /** The bank has its first accounts, by account id, up to this number. */
  private readonly accountsMax: number | undefined;

  constructor(options: BankOptions) {
    const earlier: BankEvent[] = [];
    this.journal = openJournal<BankEvent>(options.dataDir, 'bank', (event) => earlier.push(event));
    this.firstDay = this.keptDay(earlier, options);
    this.accountsMax = options.accounts;
    this.reset();
    for (const event of earlier) {
      if (event.kind === 'changed') this.byUuid.get(event.uuid)?.apply(event.change);
      if (event.kind === 'named') this.addName(event.uuid, event.name);
    }
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

  /** False when there is no such account. */
  change(uuid: string, change: AccountChange): boolean {
    const account = this.byUuid.get(uuid);
    if (!account) return false;
    account.apply(change);
    this.journal.append({ kind: 'changed', uuid, change });
    return true;
  }

  /** @returns a further id, under which the account is found from now on */
  nameAlso(uuid: string): string {
    const name = randomUUID();
    this.addName(uuid, name);
    this.journal.append({ kind: 'named', uuid, name });
    return name;
  }

  /** All accounts as at the start. */
  reset(): void {
    const data = loadBerka();
    const shiftDays = daysBetween(data.newestDate, addDays(this.firstDay, -1));
    this.berka = berkaAccounts(data, shiftDays, this.accountsMax);
    this.invented = inventedAccounts(this.firstDay);
    this.byUuid.clear();
    for (const account of [...this.berka, ...this.invented]) this.byUuid.set(account.profile.uuid, account);
  }

  close(): void {
    this.journal.close();
  }

  private addName(uuid: string, name: string): void {
    const account = this.byUuid.get(uuid);
    if (account) this.byUuid.set(name, account);
  }

  private keptDay(earlier: readonly BankEvent[], options: BankOptions): string {
    let kept: string | undefined;
    for (const event of earlier) if (event.kind === 'opened') kept = event.today;
    if (kept !== undefined && (!options.todayIsPinned || kept === options.today)) return kept;
    this.journal.append({ kind: 'opened', today: options.today });
    return options.today;
  }
}
