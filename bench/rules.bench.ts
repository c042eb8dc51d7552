import path from 'node:path';
import { inScratch, report, rounded, withPostgres } from './benchmark';
import { countCompiled, shapeCompiled } from './rules/compiled';
import { BenchRule, ruleSet } from './rules/rule-set';
import { BenchService } from './rules/service';
import { BenchTransaction, loadTransactions } from './rules/transactions';

/**
 * Rules over real transactions, beside closures written by hand: the same rules on the same transactions in the same run,
 * and equal hits before anything is timed. Then the rule engine as a service, from `transaction.upserted` to
 * `transaction.shaped`.
 *
 *   npm run bench -- rules [transactions]
 */
const TRANSACTIONS = Number(process.argv[2] ?? 100_000);
const RULES = 50;
const OF_SERVICE = Math.min(20_000, TRANSACTIONS);
const ACCOUNTS_WITH_OWN_RULES = OF_SERVICE / 2;
const ROUNDS = 5;

const LIMITS = { vs_closures: { min: 0.5 } };

async function main(): Promise<void> {
  const transactions = loadTransactions(TRANSACTIONS);
  const rules = ruleSet(RULES);
  const hits = countCompiled(transactions, rules);
  const ofClosures = countClosures(transactions, rules);
  if (ofClosures !== hits) throw new Error(`closures have ${ofClosures} hits, the compiled rules ${hits}`);
  const rates = { closures: 0, compiled: 0, withActions: 0 };
  const keepBest = (name: keyof typeof rates, work: () => unknown): void => {
    const began = performance.now();
    work();
    rates[name] = Math.max(rates[name], transactions.length / ((performance.now() - began) / 1000));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    keepBest('closures', () => countClosures(transactions, rules));
    keepBest('compiled', () => countCompiled(transactions, rules));
  }
  keepBest('withActions', () => shapeCompiled(transactions, rules));
  const perS: Record<string, number> = {};
  for (const count of [0, 10, 100, 1000]) perS[`with_${count}_rules`] = await onOneAccount(count);
  report('rules', {
    ratios: { vs_closures: rounded(rates.compiled / rates.closures) },
    figures: {
      hits_per_transaction: rounded(hits / transactions.length),
      transactions_per_s: {
        compiled: Math.round(rates.compiled),
        compiled_with_liquid_and_logs: Math.round(rates.withActions),
        closures: Math.round(rates.closures),
      },
      rules_evaluated_per_s: Math.round(rates.compiled * RULES),
      service_transactions_per_s: perS,
      accounts_with_own_rules: await ownRules(),
    },
    limits: LIMITS,
  });
}

interface Prepared {
  readonly payee: string;
  readonly notes: string;
  readonly amount: number;
}

/** What one would write by hand for these rules and no others: each field lower-cased once. Returns the hits. */
function countClosures(transactions: readonly BenchTransaction[], rules: readonly BenchRule[]): number {
  const closures = rules.map(({ field, text, above, below }) => {
    const wanted = text.toLowerCase();
    return field === 'payee'
      ? (of: Prepared) => of.payee.includes(wanted) && of.amount > above && of.amount < below
      : (of: Prepared) => of.notes.includes(wanted) && of.amount > above && of.amount < below;
  });
  let hits = 0;
  for (const { payee, notes, amount } of transactions) {
    const prepared = { payee: payee.toLowerCase(), notes: notes.toLowerCase(), amount: Number(amount) };
    for (const holds of closures) if (holds(prepared)) hits += 1;
  }
  return hits;
}

function onOneAccount(count: number): Promise<number> {
  return withService(async (service) => {
    const transactions = loadTransactions(OF_SERVICE);
    const accounts = [1, 2, 3, 4];
    await service.accounts(accounts);
    await service.store(ruleSet(count), () => accounts);
    await service.shape(transactions.slice(0, 2_000), accounts); // warm
    return Math.round(OF_SERVICE / (await service.shape(transactions, accounts)));
  });
}

/** Accounts with a rule of their own each: all are compiled in the first pass and found in the second. */
function ownRules(): Promise<object> {
  return withService(async (service) => {
    const transactions = loadTransactions(OF_SERVICE);
    const accounts = Array.from({ length: ACCOUNTS_WITH_OWN_RULES }, (_, index) => index + 1);
    await service.accounts(accounts);
    await service.store(ruleSet(ACCOUNTS_WITH_OWN_RULES), ({ id }) => [id]);
    const rssBefore = process.memoryUsage.rss();
    const first = await service.shape(transactions, accounts);
    const second = await service.shape(transactions, accounts);
    return {
      accounts: ACCOUNTS_WITH_OWN_RULES,
      transactions_per_s_first: Math.round(OF_SERVICE / first),
      transactions_per_s_compiled: Math.round(OF_SERVICE / second),
      rss_growth_mb: Math.round((process.memoryUsage.rss() - rssBefore) / 2 ** 20),
    };
  });
}

function withService<T>(work: (service: BenchService) => Promise<T>): Promise<T> {
  return inScratch((scratch) =>
    withPostgres(path.join(scratch, 'postgres'), async ({ url }) => {
      const service = await BenchService.start(url);
      try {
        return await work(service);
      } finally {
        await service.stop();
      }
    }),
  );
}

void main();
