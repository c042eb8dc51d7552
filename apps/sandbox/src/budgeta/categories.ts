import { stableUuid } from '../state/stable-ids';

/** A category as BUDGETA sends it. */
export interface BudgetCategory {
  readonly id: string;
  readonly category_group_id: string;
  readonly category_group_name: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly deleted: boolean;
}

/** What the user changes of a category. */
export type CategoryChange = {
  readonly [K in 'name' | 'hidden' | 'deleted']?: BudgetCategory[K] | undefined;
};

/** The groups of a new budget; BUDGETA's own come first. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Internal Master Category': ['Inflow: Ready to Assign', 'Uncategorized'],
  'Credit Card Payments': ['Visa'],
  Bills: ['Rent', 'Electricity'],
  Everyday: ['Groceries', 'Restaurants', 'Fuel'],
};

/** The categories of one budget, with the knowledge at which each changed last. */
export class Categories {
  private readonly rows = new Map<string, { readonly row: BudgetCategory; readonly knowledge: number }>();

  constructor(budgetId: string) {
    for (const [group, names] of Object.entries(GROUPS)) {
      for (const name of names) {
        const row = {
          id: stableUuid(`budgeta/category/${budgetId}/${group}/${name}`),
          category_group_id: groupIdOf(budgetId, group),
          category_group_name: group,
          name,
          hidden: false,
          deleted: false,
        };
        this.rows.set(row.id, { row, knowledge: 1 });
      }
    }
  }

  find(id: string): BudgetCategory | undefined {
    return this.rows.get(id)?.row;
  }

  change(row: BudgetCategory, { name, hidden, deleted }: CategoryChange, knowledge: number): void {
    const changed = {
      ...row,
      name: name ?? row.name,
      hidden: hidden ?? row.hidden,
      deleted: deleted ?? row.deleted,
    };
    this.rows.set(row.id, { row: changed, knowledge });
  }

  /** The groups with the categories that changed after `since`; a delta lists deleted ones too. */
  groups(since: number | undefined): object[] {
    const groups = new Map<string, { id: string; name: string; categories: object[] }>();
    for (const { row, knowledge } of this.rows.values()) {
      if (since === undefined ? row.deleted : knowledge <= since) continue;
      const { category_group_id: id, category_group_name: name } = row;
      const group = groups.get(id) ?? { id, name, categories: [] };
      group.categories.push({ ...row, note: null, budgeted: 0, activity: 0, balance: 0 });
      groups.set(id, group);
    }
    return [...groups.values()].map((group) => ({ ...group, hidden: false, deleted: false }));
  }
}

function groupIdOf(budgetId: string, group: string): string {
  return stableUuid(`budgeta/category-group/${budgetId}/${group}`);
}
