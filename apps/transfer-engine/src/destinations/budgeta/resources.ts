import { HEALTHY, ListedCategory, ListedTarget, ListedUnit } from '../destination-directory.port';
import { DestinationFailure } from '../destination.port';
import { BudgetaClient } from './client';

/** @throws DestinationFailure */
export async function readUserId(client: BudgetaClient, token: string): Promise<string> {
  const data = await client.send({ method: 'GET', path: 'user', operation: 'read user', token });
  return text((data.user as Json | undefined)?.id);
}

/** All budgets with their accounts, in one request. @throws DestinationFailure */
export async function readBudgets(client: BudgetaClient, token: string): Promise<ListedUnit<'BUDGETA'>[]> {
  const data = await client.send({
    method: 'GET',
    path: `${client.budgetPath()}?include_accounts=true`,
    operation: 'list budgets',
    token,
  });
  return list(data.plans ?? data.budgets).map(toBudget);
}

/** The categories of a budget, in one request. @throws DestinationFailure */
export async function readCategories(
  client: BudgetaClient,
  token: string,
  budgetId: string,
): Promise<ListedCategory[]> {
  const data = await client.send({
    method: 'GET',
    path: `${client.budgetPath(budgetId)}/categories`,
    operation: 'list categories',
    token,
  });
  return list(data.category_groups).filter(isThere).flatMap(categoriesIn);
}

/** Groups of BUDGETA itself: rows get no category of them by hand either. */
const INTERNAL_GROUP = 'Internal Master Category';
const CARD_PAYMENTS = 'Credit Card Payments';
/** The one category of the internal group that rows are given: income, "Inflow: Ready to Assign". */
const INCOME = /^Inflow: /;

function categoriesIn(group: Json): ListedCategory[] {
  const name = text(group.name);
  if (name === CARD_PAYMENTS) return [];
  const isInternal = name === INTERNAL_GROUP || group.internal === true;
  return list(group.categories ?? [])
    .filter(isThere)
    .filter((category) => !isInternal || INCOME.test(text(category.name)))
    .map((category) => ({
      externalId: text(category.id),
      name: text(category.name),
      group: isInternal ? null : name,
      hidden: category.hidden === true || group.hidden === true,
    }));
}

function isThere({ deleted }: Json): boolean {
  return deleted !== true;
}

type Json = Record<string, unknown>;

function toBudget(budget: Json): ListedUnit<'BUDGETA'> {
  return {
    externalId: text(budget.id),
    document: {
      budgeta_id: text(budget.id),
      enabled: true,
      name: text(budget.name),
      currency: textOrNull((budget.currency_format as Json | null)?.iso_code),
      first_month: textOrNull(budget.first_month),
      last_month: textOrNull(budget.last_month),
      last_synced_at: new Date().toISOString(),
    },
    targets: list(budget.accounts ?? [])
      .filter((account) => account.deleted !== true)
      .map(toAccount),
  };
}

function toAccount(account: Json): ListedTarget<'BUDGETA'> {
  return {
    externalId: text(account.id),
    document: {
      budgeta_id: text(account.id),
      name: text(account.name),
      type: text(account.type),
      on_budget: account.on_budget === true,
      closed: account.closed === true,
      note: textOrNull(account.note),
      balance: fromMilliunits(account.balance),
      cleared_balance: fromMilliunits(account.cleared_balance),
      uncleared_balance: fromMilliunits(account.uncleared_balance),
      transfer_payee_id: textOrNull(account.transfer_payee_id),
      direct_import_linked: account.direct_import_linked === true,
      last_reconciled_at: textOrNull(account.last_reconciled_at),
      health: HEALTHY,
    },
  };
}

/** Converts integer thousandths to a decimal: -12400 is "-12.40"; the third digit is omitted if it is 0. */
export function fromMilliunits(value: unknown): string {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unreadable();
  const digits = String(Math.abs(value)).padStart(4, '0');
  const fraction = digits.slice(-3).replace(/0$/, '');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -3)}.${fraction}`;
}

function list(value: unknown): Json[] {
  if (!Array.isArray(value)) throw unreadable();
  return value as Json[];
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw unreadable();
  return value;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function unreadable(): DestinationFailure {
  return new DestinationFailure({
    kind: 'outcome-unknown',
    reason: 'The answer of BUDGETA could not be read.',
  });
}
