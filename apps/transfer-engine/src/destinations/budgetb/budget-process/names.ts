import { ActualApi } from './actual-server';
import { ActualOutcome } from './calls';

/** Ids of the budget's accounts, categories and payees, by name. */
export class Names {
  private constructor(
    /** Ids of the accounts that are open. */
    private readonly openAccounts: ReadonlySet<string>,
    /** Category ids, by id and by lower-case name. */
    private readonly categories: ReadonlyMap<string, string>,
    private readonly payees: Map<string, string>,
  ) {}

  static async read(api: ActualApi): Promise<Names> {
    const accounts = await api.getAccounts();
    const categories = await api.getCategories();
    // Actual lists each account as a payee; a row with such a payee would be one side of a transfer.
    const payees = (await api.getPayees()).filter((payee) => payee.transfer_acct == null);
    return new Names(
      new Set(accounts.filter(({ closed }) => !closed).map(({ id }) => id)),
      new Map(categories.flatMap(({ id, name }) => [id, lower(name)].map((text) => [text, id]))),
      new Map(payees.map(({ id, name }) => [lower(name), id])),
    );
  }

  /** The reason why the row cannot be written; null if it can. */
  refusal({ account, category }: { account?: string; category?: string | null }): ActualOutcome | null {
    if (account !== undefined && !this.openAccounts.has(account)) {
      return { kind: 'rejected', reason: 'The account at BUDGETB was closed or deleted.' };
    }
    if (category && this.category(category) === undefined) {
      return {
        kind: 'rejected',
        reason:
          'The budget has no category of that id or name: a rule sets it, or the link maps to it. Refresh the connection, and map to another.',
      };
    }
    return null;
  }

  category(text: string): string | undefined {
    return this.categories.get(text) ?? this.categories.get(lower(text));
  }

  /** Returns the payee's id; creates the payee if the budget has none of that name. */
  async payee(api: ActualApi, name: string | null): Promise<string | null> {
    if (name === null) return null;
    const known = this.payees.get(lower(name));
    if (known !== undefined) return known;
    const made = await api.createPayee({ name });
    this.payees.set(lower(name), made);
    return made;
  }
}

function lower(text: string): string {
  return text.trim().toLowerCase();
}
