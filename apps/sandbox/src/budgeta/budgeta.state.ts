import { randomUUID } from 'node:crypto';
import type { Bank } from '../bank/bank';
import { RetryWindows } from '../faults/retry-windows';
import { RollingLimit } from '../metering/rolling-limit';
import type { SandboxClock } from '../state/sandbox-clock';
import { stableUuid } from '../state/stable-ids';
import { openJournal, type Journal } from '../state/journal';
import type { AccountBook } from './account-book';
import { Budget } from './budget';
import { BudgetaUser } from './budgeta-user';
import { HOUSEHOLD_LOGIN, type OAuthApplication, type OAuthGrant, OAuthServer } from '../oauth/oauth-server';
import type { BudgetTransaction } from './budget-transaction';

/** An account that is opened. */
interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly balance: number;
}

type BudgetaEvent =
  | {
      readonly kind: 'transaction';
      readonly budget: string;
      readonly knowledge: number;
      readonly row: BudgetTransaction;
    }
  | { readonly kind: 'account'; readonly budget: string; readonly account: NewAccount }
  | { readonly kind: 'user'; readonly login: string; readonly token: string }
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
export const HOUSEHOLD_ID = planIdOf(HOUSEHOLD_LOGIN);

/** The budget account that mirrors a bank account. */
export function mirrorAccountId(bankAccountUuid: string): string {
  return stableUuid(`budgeta/account/${bankAccountUuid}`);
}

function planIdOf(login: string): string {
  return stableUuid(`budgeta/plan/${login}`);
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
  /** The login of each personal access token. */
  private readonly tokens: Map<string, string>;
  private readonly users = new Map<string, BudgetaUser>();
  /** Of each token. */
  readonly quota: RollingLimit;
  readonly retryWindows: RetryWindows;
  readonly household: BudgetaUser;
  private readonly bank: Bank;
  private readonly mirrorAccounts: number | undefined;
  private readonly journal: Journal<BudgetaEvent>;

  constructor(setting: BudgetaSetting) {
    this.clock = setting.clock;
    this.currency = setting.currency;
    this.tokens = new Map(setting.tokens.map((token) => [token, HOUSEHOLD_LOGIN]));
    this.bank = setting.bank;
    this.mirrorAccounts = setting.mirrorAccounts;
    this.oauth = new OAuthServer(
      setting.application,
      () => setting.clock.now(),
      { accessMs: ACCESS_MS, rotates: true },
      (grant) => this.journal.append({ kind: 'grant', grant }),
    );
    this.quota = new RollingLimit(setting.requestsPerHour, HOUR_MS, () => setting.clock.now());
    this.retryWindows = new RetryWindows(() => setting.clock.now());
    this.household = this.joined(HOUSEHOLD_LOGIN, HOUSEHOLD);
    for (const account of this.mirrors(mirrorAccountId)) this.household.budget.openAccount(account);
    this.journal = openJournal<BudgetaEvent>(setting.dataDir, 'budgeta', (event) => this.replay(event));
  }

  /** Another user than the household: with a personal access token, and with a budget of their own. */
  addUser(): { user: BudgetaUser; token: string } {
    const login = `user-${this.users.size}`;
    const token = `sandbox-budgeta-token-${randomUUID()}`;
    this.journal.append({ kind: 'user', login, token });
    const user = this.restoreUser(login, token);
    const idOf = (uuid: string): string => stableUuid(`budgeta/account/${login}/${uuid}`);
    for (const account of this.mirrors(idOf)) this.openAccount(user.budget, account);
    return { user, token };
  }

  userWith(login: string): BudgetaUser | undefined {
    return this.users.get(login);
  }

  /** Whose budget a token opens: the household's, if its user has none. */
  ownerOf(token: string | undefined): BudgetaUser {
    const login = this.loginOf(token ?? '');
    return (login === undefined ? undefined : this.users.get(login)) ?? this.household;
  }

  /** The id of the user of a token that is good at present. */
  userIdOf(token: string): string | undefined {
    const login = this.loginOf(token);
    return login === undefined ? undefined : userIdOf(login);
  }

  /** Of whomever it is. */
  bookOf(accountId: string): AccountBook | undefined {
    for (const { budget } of this.users.values()) {
      const book = budget.accounts.get(accountId);
      if (book) return book;
    }
    return undefined;
  }

  openAccount(budget: Budget, account: NewAccount): AccountBook {
    this.journal.append({ kind: 'account', budget: budget.id, account });
    return budget.openAccount(account);
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
        return this.budgetWith(event.budget).restore(event.row, event.knowledge);
      case 'account':
        this.budgetWith(event.budget).openAccount(event.account);
        return;
      case 'duplicates':
        this.budgetWith(event.budget).duplicatesRefused += event.count;
        return;
      case 'user':
        this.restoreUser(event.login, event.token);
        return;
      case 'grant':
        return this.oauth.restore(event.grant);
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }

  private budgetWith(id: string): Budget {
    const user = [...this.users.values()].find(({ budget }) => budget.id === id);
    if (!user) throw new Error(`the journal names the budget ${id}, which nobody has`);
    return user.budget;
  }

  private loginOf(token: string): string | undefined {
    return this.tokens.get(token) ?? this.oauth.loginOf(token);
  }

  private restoreUser(login: string, token: string): BudgetaUser {
    this.tokens.set(token, login);
    return this.joined(login, `Budget of ${login}`);
  }

  private joined(login: string, budgetName: string): BudgetaUser {
    const budget = new Budget(planIdOf(login), budgetName, (text) => this.journal.appendText(text));
    const user = new BudgetaUser(login, budget);
    this.users.set(login, user);
    return user;
  }

  /** A checking account for each of the bank's; its note is the bank account's id at PROVIDER_A, so that the two can be paired. */
  private mirrors(idOf: (bankAccountUuid: string) => string): NewAccount[] {
    return this.bank.berkaAccounts.slice(0, this.mirrorAccounts).map(({ profile }) => ({
      id: idOf(profile.uuid),
      name: profile.name,
      type: 'checking',
      note: profile.uuid,
      balance: 0,
    }));
  }
}
