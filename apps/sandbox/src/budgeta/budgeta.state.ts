import { randomUUID } from 'node:crypto';
import type { Bank } from '../bank/bank';
import { RollingLimit } from '../metering/rolling-limit';
import { Company, type CompanySetting } from '../state/company';
import { stableUuid } from '../state/stable-ids';
import type { AccountBook } from './account-book';
import { Budget, type NewAccount } from './budget';
import { HOUSEHOLD_LOGIN, type OAuthApplication, OAuthServer } from '../oauth/oauth-server';
import type { BudgetTransaction } from './budget-transaction';
import type { CategoryChange } from './categories';
import { resourceNotFound } from './problem';

export interface BudgetaSetting extends CompanySetting {
  readonly bank: Bank;
  /** Personal access tokens of the household. */
  readonly tokens: readonly string[];
  readonly application: OAuthApplication;
  readonly requestsPerHour: number;
  /** Number of the bank's accounts that the budget mirrors, by account id; absent for all. */
  readonly mirrorAccounts?: number;
  readonly currency: string | null;
}

const HOUR_MS = 3_600_000;
const OAUTH_BEHAVIOUR = { accessMs: 2 * HOUR_MS, rotates: true };

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

/** A user of BUDGETA, their one budget, and the requests in their name. */
export class BudgetaUser {
  budgetIsDeleted = false;
  requests = 0;

  constructor(
    readonly login: string,
    readonly budget: Budget,
  ) {}

  /** The beginning of the keys of the user's waiting times. */
  get retryKey(): string {
    return `${this.login}/`;
  }

  /** The budget of an id, of `last-used` and of `default`: the user has one. Throws 404. */
  budgetOf(id: string): Budget {
    const isNamed = id === this.budget.id || id === 'last-used' || id === 'default';
    if (this.budgetIsDeleted || !isNamed) throw resourceNotFound();
    return this.budget;
  }
}

/** The memory of BUDGETA, replayed at the start. */
export class BudgetaState extends Company {
  /** The currency of the household's budget. */
  readonly currency = this.setting.currency;
  readonly oauth = new OAuthServer(this.setting.application, this.now, OAUTH_BEHAVIOUR, this.store);
  /** The login of each personal access token. */
  private readonly tokens: Map<string, string> = new Map(
    this.setting.tokens.map((token) => [token, HOUSEHOLD_LOGIN]),
  );
  private readonly users = new Map<string, BudgetaUser>();
  /** Requests of each token. */
  readonly quota = new RollingLimit(this.setting.requestsPerHour, HOUR_MS, this.now);
  readonly household = this.add(HOUSEHOLD_LOGIN, HOUSEHOLD);
  private readonly joined = this.store.event<{ login: string; token: string }, BudgetaUser>(
    'user',
    ({ login, token }) => {
      this.tokens.set(token, login);
      return this.add(login, `Budget of ${login}`);
    },
  );
  private readonly opened = this.store.event<{ budget: string; account: NewAccount }, AccountBook>(
    'account',
    ({ budget, account }) => this.budgetWith(budget).openAccount(account),
  );
  /** The user renames, hides or deletes a category. */
  readonly changeCategory = this.store.event<{ budget: string; id: string; change: CategoryChange }>(
    'category',
    ({ budget, id, change }) => {
      const changed = this.budgetWith(budget);
      const category = changed.categories.find(id);
      if (category) changed.changeCategory(category, change);
    },
  );
  private readonly refusedDuplicates = this.store.event<{ budget: string; count: number }>(
    'duplicates',
    ({ budget, count }) => {
      this.budgetWith(budget).duplicatesRefused += count;
    },
  );

  constructor(private readonly setting: BudgetaSetting) {
    super('budgeta', setting);
    this.store.event<{ budget: string; row: BudgetTransaction; knowledge: number }>(
      'transaction',
      ({ budget, row, knowledge }) => this.budgetWith(budget).restore(row, knowledge),
    );
    for (const account of this.mirrors(mirrorAccountId)) this.household.budget.openAccount(account);
    this.store.replay();
  }

  /** Adds a user beside the household, with a personal access token and an own budget. */
  addUser(): { user: BudgetaUser; token: string } {
    const login = `user-${this.users.size}`;
    const token = `sandbox-budgeta-token-${randomUUID()}`;
    const user = this.joined({ login, token });
    const idOf = (uuid: string): string => stableUuid(`budgeta/account/${login}/${uuid}`);
    for (const account of this.mirrors(idOf)) this.openAccount(user.budget, account);
    return { user, token };
  }

  userWith(login: string): BudgetaUser | undefined {
    return this.users.get(login);
  }

  /** Returns the user of a token: the household, if no user has the token. */
  ownerOf(token: string): BudgetaUser {
    return this.users.get(this.loginOf(token) ?? HOUSEHOLD_LOGIN) ?? this.household;
  }

  /** The id of the user of a token that is good at present. */
  userIdOf(token: string): string | undefined {
    const login = this.loginOf(token);
    return login === undefined ? undefined : userIdOf(login);
  }

  /** The account of any user. */
  bookOf(accountId: string): AccountBook | undefined {
    for (const { budget } of this.users.values()) {
      const book = budget.accounts.get(accountId);
      if (book) return book;
    }
    return undefined;
  }

  openAccount(budget: Budget, account: NewAccount): AccountBook {
    return this.opened({ budget: budget.id, account });
  }

  /** Counts rows that were refused because the account has their import id. */
  refuseDuplicates(budget: Budget, count: number): void {
    if (count > 0) this.refusedDuplicates({ budget: budget.id, count });
  }

  private budgetWith(id: string): Budget {
    const user = [...this.users.values()].find(({ budget }) => budget.id === id);
    if (!user) throw new Error(`the journal names the budget ${id}, which nobody has`);
    return user.budget;
  }

  private loginOf(token: string): string | undefined {
    return this.tokens.get(token) ?? this.oauth.loginOf(token);
  }

  private add(login: string, budgetName: string): BudgetaUser {
    const budget = new Budget(planIdOf(login), budgetName, (text) => this.store.append(text));
    const user = new BudgetaUser(login, budget);
    this.users.set(login, user);
    return user;
  }

  /** A checking account for each of the bank's; its note is the bank account's id at PROVIDER_A, so that the two can be paired. */
  private mirrors(idOf: (bankAccountUuid: string) => string): NewAccount[] {
    const { bank, mirrorAccounts } = this.setting;
    return bank.berkaAccounts.slice(0, mirrorAccounts).map(({ profile }) => ({
      id: idOf(profile.uuid),
      name: profile.name,
      type: 'checking',
      note: profile.uuid,
      balance: 0,
    }));
  }
}
