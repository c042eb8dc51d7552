import type { Bank } from '../bank/bank';
import { RetryWindows } from '../faults/retry-windows';
import { RollingLimit } from '../metering/rolling-limit';
import type { SandboxClock } from '../sandbox-clock';
import { stableUuid } from '../stable-ids';
import { openJournal, type Journal } from '../state/journal';
import { Budget } from './budget';
import { HOUSEHOLD_LOGIN, type OAuthApplication, type OAuthGrant, OAuthServer } from '../oauth/oauth-server';
import type { BudgetTransaction } from './budget-transaction';
import { resourceNotFound } from './problem';

type BudgetaEvent =
  | {
      readonly kind: 'transaction';
      readonly budget: string;
      readonly knowledge: number;
      readonly row: BudgetTransaction;
    }
  | {
      readonly kind: 'account';
      readonly budget: string;
      readonly account: { id: string; name: string; type: string; note: string | null; balance: number };
    }
  | { readonly kind: 'duplicates'; readonly budget: string; readonly count: number }
  | { readonly kind: 'grant'; readonly grant: OAuthGrant };

export interface BudgetaSetting {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  /** Personal access tokens of the household. */
  readonly tokens: readonly string[];
  readonly application: OAuthApplication;
  readonly requestsPerHour: number;
  /** How many of the bank's accounts the budget mirrors, by account id. */
  readonly mirrorAccounts?: number;
  readonly currency: string | null;
  readonly dataDir?: string;
}

const HOUR_MS = 3_600_000;
const ACCESS_MS = 2 * HOUR_MS;

export const HOUSEHOLD = 'Household';
export const HOUSEHOLD_ID = stableUuid('budgeta/plan/household');

/** The budget account that mirrors a bank account. */
export function mirrorAccountId(bankAccountUuid: string): string {
  return stableUuid(`budgeta/account/${bankAccountUuid}`);
}

/** The user behind a login. */
function userIdOf(login: string): string {
  return stableUuid(login === HOUSEHOLD_LOGIN ? 'budgeta/user' : `budgeta/user/${login}`);
}

/** Everything that BUDGETA knows, replayed from its journal at start. */
export class BudgetaState {
  readonly clock: SandboxClock;
  /** Of the household. */
  readonly currency: string | null;
  readonly oauth: OAuthServer;
  private readonly tokens: ReadonlySet<string>;
  /** Of each token. */
  readonly quota: RollingLimit;
  readonly retryWindows: RetryWindows;
  readonly household: Budget;
  householdIsDeleted = false;
  requests = 0;
  private readonly journal: Journal<BudgetaEvent>;

  constructor(setting: BudgetaSetting) {
    this.clock = setting.clock;
    this.currency = setting.currency;
    this.tokens = new Set(setting.tokens);
    this.oauth = new OAuthServer(
      setting.application,
      () => setting.clock.now(),
      { accessMs: ACCESS_MS, rotates: true },
      (grant) => this.journal.append({ kind: 'grant', grant }),
    );
    this.quota = new RollingLimit(setting.requestsPerHour, HOUR_MS, () => setting.clock.now());
    this.retryWindows = new RetryWindows(() => setting.clock.now());
    this.household = new Budget(HOUSEHOLD_ID, HOUSEHOLD, (text) => this.journal.appendText(text));
    mirrorBank(this.household, setting.bank, setting.mirrorAccounts);
    this.journal = openJournal<BudgetaEvent>(setting.dataDir, 'budgeta', (event) => this.replay(event));
  }

  /** By id, or `last-used` and `default`, which are the one budget that there is. Throws 404. */
  budget(id: string): Budget {
    if (this.householdIsDeleted) throw resourceNotFound();
    if (id === this.household.id || id === 'last-used' || id === 'default') return this.household;
    throw resourceNotFound();
  }

  /** The user of a token that is good at present. */
  userOf(token: string): string | undefined {
    const login = this.tokens.has(token) ? HOUSEHOLD_LOGIN : this.oauth.loginOf(token);
    return login === undefined ? undefined : userIdOf(login);
  }

  openAccount(budget: Budget, account: { id: string; name: string; type: string; balance: number }) {
    const opened = { ...account, note: null };
    this.journal.append({ kind: 'account', budget: budget.id, account: opened });
    return budget.openAccount(opened);
  }

  recordDuplicates(budget: Budget, count: number): void {
    if (count > 0) this.journal.append({ kind: 'duplicates', budget: budget.id, count });
  }

  close(): void {
    this.journal.close();
  }

  private replay(event: BudgetaEvent): void {
    switch (event.kind) {
      case 'transaction':
        return this.budget(event.budget).restore(event.row, event.knowledge);
      case 'account':
        this.budget(event.budget).openAccount(event.account);
        return;
      case 'duplicates':
        this.budget(event.budget).duplicatesRefused += event.count;
        return;
      case 'grant':
        return this.oauth.restore(event.grant);
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}

/** A checking account for each of the bank's; its note is the bank account's id at PROVIDER_A, so that the two can be paired. */
function mirrorBank(budget: Budget, bank: Bank, count = bank.berkaAccounts.length): void {
  for (const { profile } of bank.berkaAccounts.slice(0, count)) {
    budget.openAccount({
      id: mirrorAccountId(profile.uuid),
      name: profile.name,
      type: 'checking',
      note: profile.uuid,
      balance: 0,
    });
  }
}
