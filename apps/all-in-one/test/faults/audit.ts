import { pagesOf, type TributaryClient } from '@tributary/client';
import { addDecimals } from '@tributary/money';
import type { BankAccountLedger, BudgetLedger, SandboxControl } from '../../src/demo/sandbox-control';
import { accountsOf, DEMO_HOOK } from '../../src/demo/set-up';
import { BOOKED_MARK } from './bank-work';
import type { PostgresUnderFault } from './postgres-under-fault';

/** The result of comparing the sandbox's records with each other and with REST. */
export interface Audit {
  /** The number of transactions at the bank. */
  readonly expected: number;
  readonly lost: number;
  readonly duplicated: number;
  /** The failed checks, in words; empty if all pass. */
  readonly findings: readonly string[];
}

export interface Audited {
  readonly rest: TributaryClient;
  readonly control: SandboxControl;
  readonly postgres: PostgresUnderFault;
  readonly institution: string;
  /** The current texts at the bank of the transactions that the suite booked, by mark. */
  readonly texts: ReadonlyMap<string, string>;
}

interface RestTransaction {
  readonly id: string;
  readonly financial_account_id: string;
  readonly amount: string;
  readonly remittance_information?: { readonly unstructured?: string };
}

/** A system that must have each of the bank's transactions once. */
interface Holding {
  readonly where: string;
  /** Marks of the transactions that the suite booked, to name lost and duplicated ones. */
  readonly marks: readonly string[];
  /** The current texts of the marked transactions. */
  readonly texts: readonly string[];
  readonly byAccount: ReadonlyMap<string, { readonly count: number; readonly sum: string }>;
}

/**
 * Compares all records; call it when the system is idle. A transaction is lost if the bank has it, but REST, the budget
 * or the webhooks do not. It is duplicated if it is in two rows, or announced as created under two webhook ids.
 */
export async function audit({ rest, control, postgres, institution, texts }: Audited): Promise<Audit> {
  const [{ accounts }, budget, transactions, bankIds, created] = await Promise.all([
    control.bankLedger(institution),
    control.budgetLedger(),
    allTransactions(rest),
    bankAccountIds(rest),
    control.receiverLedger(DEMO_HOOK).then((ledger) => ledger.created),
  ]);
  const holdings = [overRest(transactions, bankIds), atBudget(budget)].map((holding) =>
    compare(accounts, holding, texts),
  );
  const webhooks = compareWebhooks(transactions, created);
  const all = [...holdings, webhooks];
  const others = await contradictions(control, postgres, institution);
  return {
    expected: accounts.reduce((sum, account) => sum + account.transaction_count, 0),
    lost: Math.max(...all.map(({ lost }) => lost)),
    duplicated: Math.max(...all.map(({ duplicated }) => duplicated)),
    findings: [...all.flatMap(({ findings }) => findings), ...others],
  };
}

type Comparison = Omit<Audit, 'expected'>;

function compare(
  accounts: readonly BankAccountLedger[],
  holding: Holding,
  texts: ReadonlyMap<string, string>,
): Comparison {
  const { where, marks, byAccount } = holding;
  const wanted = accounts.flatMap(({ transaction_ids: ids }) => ids.filter((id) => id?.startsWith('work-')));
  const outdated = holding.texts.filter((text) => texts.get(markIn(text) ?? '') !== text);
  const held = countBy(marks);
  const lostMarks = wanted.filter((mark) => mark !== null && !held.has(mark));
  const twice = [...held].filter(([, count]) => count > 1).map(([mark]) => mark);
  const differences = accounts.map(
    ({ id, transaction_count: count }) => count - (byAccount.get(id)?.count ?? 0),
  );
  const wrongSums = accounts.filter(
    (account) => (byAccount.get(account.id)?.sum ?? '0.00') !== account.signed_sum,
  );
  return {
    lost: Math.max(lostMarks.length, sumOf(differences.filter((missing) => missing > 0))),
    duplicated: Math.max(twice.length, sumOf(differences.filter((missing) => missing < 0).map(Math.abs))),
    findings: [
      ...(lostMarks.length > 0 ? [`${lostMarks.length} lost ${where}: ${some(lostMarks)}`] : []),
      ...(twice.length > 0 ? [`${twice.length} twice ${where}: ${some(twice)}`] : []),
      ...differences.flatMap((missing, at) =>
        missing === 0 ? [] : [`account ${at} has ${-missing} more than at the bank, ${where}`],
      ),
      ...(outdated.length > 0
        ? [`${outdated.length} not as the bank reports them now, ${where}: ${some(outdated)}`]
        : []),
      ...(wrongSums.length > 0
        ? [`${wrongSums.length} accounts with another sum than at the bank, ${where}`]
        : []),
    ],
  };
}

function compareWebhooks(
  transactions: readonly RestTransaction[],
  created: Readonly<Record<string, number>>,
): Comparison {
  const missing = transactions.filter(({ id }) => created[id] === undefined).map(({ id }) => id);
  const twice = Object.entries(created)
    .filter(([, count]) => count > 1)
    .map(([id]) => id);
  return {
    lost: missing.length,
    duplicated: twice.length,
    findings: [
      ...(missing.length > 0 ? [`${missing.length} without a webhook: ${some(missing)}`] : []),
      ...(twice.length > 0
        ? [`${twice.length} announced as created under two webhook ids: ${some(twice)}`]
        : []),
    ],
  };
}

function overRest(transactions: readonly RestTransaction[], bankIds: ReadonlyMap<string, string>): Holding {
  return holding(
    'over REST',
    transactions.map(({ financial_account_id: account, amount, remittance_information: text }) => ({
      account: bankIds.get(account) ?? account,
      amount,
      text: text?.unstructured,
    })),
  );
}

function atBudget({ accounts }: BudgetLedger): Holding {
  return holding(
    'at the budget',
    accounts.flatMap(({ note, transactions }) =>
      transactions
        .filter(({ deleted }) => !deleted)
        .map(({ amount, memo }) => ({ account: note ?? '', amount: fromMilliunits(amount), text: memo })),
    ),
  );
}

interface Entry {
  readonly account: string;
  readonly amount: string;
  readonly text: string | null | undefined;
}

function holding(where: string, entries: readonly Entry[]): Holding {
  const byAccount = new Map<string, { count: number; sum: string }>();
  for (const { account, amount } of entries) {
    const known = byAccount.get(account) ?? { count: 0, sum: '0.00' };
    byAccount.set(account, { count: known.count + 1, sum: addDecimals(known.sum, amount) });
  }
  const texts = entries.flatMap(({ text }) => (markIn(text) ? [text ?? ''] : []));
  return { where, marks: texts.flatMap((text) => markIn(text) ?? []), texts, byAccount };
}

/** Returns faults that no count shows: a success logged twice, an unsigned delivery. */
async function contradictions(
  control: SandboxControl,
  postgres: PostgresUnderFault,
  institution: string,
): Promise<string[]> {
  const { receiver } = await control.summary(institution);
  const badSignatures = receiver[DEMO_HOOK]?.bad_signatures ?? 0;
  const loggedTwice = await postgres.count(
    `select count(*) from (select transfer_id from transfer_engine.transfer_logs
       where succeeded and operation = 'CREATE' group by transfer_id having count(*) > 1) twice`,
  );
  return [
    ...(badSignatures > 0 ? [`${badSignatures} deliveries with a bad signature`] : []),
    ...(loggedTwice > 0 ? [`${loggedTwice} transfers with two successes in their log`] : []),
  ];
}

async function allTransactions(rest: TributaryClient): Promise<RestTransaction[]> {
  const transactions: RestTransaction[] = [];
  const pages = pagesOf((page) =>
    rest.GET('/finance/transactions', { params: { query: { ...page, sort: ['id'] } } }),
  );
  for await (const page of pages) transactions.push(...page);
  return transactions;
}

/** Returns the bank's account ids by those of Tributary. */
async function bankAccountIds(rest: TributaryClient): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { id, bankId } of accountsOf(rest)) ids.set(id, bankId);
  return ids;
}

function markIn(text: string | null | undefined): string | undefined {
  return BOOKED_MARK.exec(text ?? '')?.[0];
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function fromMilliunits(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(4, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3, -1)}`;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function some(values: readonly (string | null)[]): string {
  return values.slice(0, 5).join(', ');
}
