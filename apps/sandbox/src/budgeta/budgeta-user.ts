import type { Budget } from './budget';
import { resourceNotFound } from './problem';

/** A user of BUDGETA, their one budget, and what was asked in their name. */
export class BudgetaUser {
  budgetIsDeleted = false;
  requests = 0;

  constructor(
    readonly login: string,
    readonly budget: Budget,
  ) {}

  /** Of the user's requests that come too early: the key starts with it. */
  get retryKey(): string {
    return `${this.login}/`;
  }

  /** By id, or `last-used` and `default`, which are the one budget that there is. Throws 404. */
  budgetOf(id: string): Budget {
    if (this.budgetIsDeleted) throw resourceNotFound();
    if (id === this.budget.id || id === 'last-used' || id === 'default') return this.budget;
    throw resourceNotFound();
  }
}
