import { pagesOf, type TributaryClient } from '@tributary/client';
import { addDecimals } from '@tributary/money';
import { accountsOf, DEMO_HOOK } from './set-up';
import { BudgetLedger, SandboxControl } from './sandbox-control';

/** A check and its result. */
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly detail: string;
}

/** The share of accounts whose data do not order entries of the same day, so that their balances cannot be compared. */
const UNORDERED_SHARE = 28 / 1229;
const TOLERANCE_CENTS = 200n;

interface Sums {
  readonly total: number;
  readonly distinct: number;
  readonly byAccount: ReadonlyMap<string, { count: number; sum: string }>;
}

/** Compares what Tributary shows with the records of the bank, the budget and the webhook's receiver. */
export async function verify(
  rest: TributaryClient,
  control: SandboxControl,
  institution: string,
): Promise<Finding[]> {
  const [summary, bank, budget, sums, integratorIds] = await Promise.all([
    control.summary(institution),
    control.bankLedger(institution),
    control.budgetLedger(),
    sumsOverRest(rest),
    integratorIdsOf(rest),
  ]);
  const expected = summary.provider_a.transactions;
  const webhooks = summary.receiver[DEMO_HOOK]?.transactions_created ?? { distinct: 0, received: 0 };
  const agreeing = bank.accounts.filter((account) => {
    const sum = sums.byAccount.get(integratorIds.get(account.id) ?? '')?.sum ?? '0.00';
    return isNear(sum, account.last_balance);
  }).length;
  const wanted = Math.floor(bank.accounts.length * (1 - UNORDERED_SHARE));
  const uniqueRows = uniqueImports(budget);
  return [
    finding(
      'ingested and shaped, over REST',
      sums.distinct === expected && sums.total === expected,
      `${count(sums.distinct)} of ${count(expected)}`,
    ),
    finding(
      'transferred, exactly once at the budget',
      summary.budgeta.transactions === expected && uniqueRows === expected,
      `${count(uniqueRows)} of ${count(expected)}, in ${count(summary.budgeta.transactions)} rows`,
    ),
    finding(
      'delivered, exactly once after de-duplication',
      webhooks.distinct === expected && webhooks.received === expected,
      `${count(webhooks.distinct)} of ${count(expected)}, received ${count(webhooks.received)} times`,
    ),
    finding(
      'every delivery signed',
      (summary.receiver[DEMO_HOOK]?.bad_signatures ?? 1) === 0,
      `${count(summary.receiver[DEMO_HOOK]?.deliveries ?? 0)} deliveries`,
    ),
    finding(
      'signed sums that equal the bank’s last balance',
      agreeing >= wanted,
      `${count(agreeing)} of ${count(bank.accounts.length)} accounts, at least ${count(wanted)} wanted`,
    ),
  ];
}

function finding(what: string, holds: boolean, detail: string): Finding {
  return { what, holds, detail };
}

async function sumsOverRest(rest: TributaryClient): Promise<Sums> {
  const ids = new Set<string>();
  const byAccount = new Map<string, { count: number; sum: string }>();
  let total = 0;
  const pages = pagesOf((page) =>
    rest.GET('/finance/transactions', { params: { query: { ...page, sort: ['id'] } } }),
  );
  for await (const page of pages) {
    for (const { id, financial_account_id: account, amount } of page) {
      total += 1;
      ids.add(id);
      const known = byAccount.get(account) ?? { count: 0, sum: '0.00' };
      byAccount.set(account, { count: known.count + 1, sum: addDecimals(known.sum, amount) });
    }
  }
  return { total, distinct: ids.size, byAccount };
}

/** Returns the account ids by their ids at the provider. */
async function integratorIdsOf(rest: TributaryClient): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { id, bankId } of accountsOf(rest)) ids.set(bankId, id);
  return ids;
}

function uniqueImports(budget: BudgetLedger): number {
  const rows = budget.accounts.flatMap(({ transactions }) => transactions);
  return new Set(rows.filter(({ deleted }) => !deleted).map(({ import_id }) => import_id)).size;
}

function isNear(a: string, b: string): boolean {
  const difference = cents(a) - cents(b);
  return difference <= TOLERANCE_CENTS && difference >= -TOLERANCE_CENTS;
}

function cents(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  return text.startsWith('-') ? -value : value;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
