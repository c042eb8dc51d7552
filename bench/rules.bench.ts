import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { inScratch, report, rounded, say, secondsOf } from './benchmark';
import { importIntoActual } from './rules/actual';
import { countClosures } from './rules/closures';
import { countCompiled, shapeCompiled } from './rules/compiled';
import { countJsonRules } from './rules/json-rules';
import { measureCompiling } from './rules/memory';
import { ruleSet } from './rules/rule-set';
import { BenchService } from './rules/service';
import { loadTransactions } from './rules/transactions';

/**
 * Rules over real transactions, beside json-rules-engine, Actual Budget and closures written by hand: the same
 * rules on the same transactions in the same run, and equal hits before anything is timed. Then the rule engine as a
 * service, from `transaction.upserted` to `transaction.shaped`.
 *
 *   npm run bench -- rules
 */
const TRANSACTIONS = 100_000;
const RULES = 50;
/** Slow peers get fewer transactions; what is compared are rates. */
const OF_JSON_RULES = 5_000;
const OF_ACTUAL = 3_000;
const OF_SERVICE = 20_000;
const ACCOUNTS_WITH_OWN_RULES = 10_000;
const ROUNDS = 5;

const LIMITS = {
  vs_json_rules_engine: { min: 100 },
  vs_actual: { min: 20 },
  vs_closures: { min: 0.5 },
  with_actions_vs_json_rules_engine: { min: 5 },
};

async function main(): Promise<void> {
  const transactions = await loadTransactions(TRANSACTIONS);
  const rules = ruleSet(RULES);
  const few = transactions.slice(0, OF_JSON_RULES);
  const hits = await checkHits();
  const rates = { closures: 0, compiled: 0, withActions: 0, jsonRules: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    keepBest('closures', transactions.length, () => countClosures(transactions, rules));
    keepBest('compiled', transactions.length, () => countCompiled(transactions, rules));
  }
  keepBest('withActions', transactions.length, () => shapeCompiled(transactions, rules));
  rates.jsonRules = few.length / (await secondsOf(() => countJsonRules(few, rules)));
  const actual = await importIntoActual(transactions.slice(0, OF_ACTUAL), rules);
  same('Actual Budget', actual.hits, countCompiled(transactions.slice(0, OF_ACTUAL), rules));
  const actualRate = OF_ACTUAL / actual.seconds;
  const ratios = {
    vs_json_rules_engine: rounded(rates.compiled / rates.jsonRules),
    vs_actual: rounded(rates.compiled / actualRate),
    vs_closures: rounded(rates.compiled / rates.closures),
    with_actions_vs_json_rules_engine: rounded(rates.withActions / rates.jsonRules),
  };
  const figures = {
    hits_per_transaction: rounded(hits / transactions.length),
    transactions_per_s: {
      compiled: Math.round(rates.compiled),
      compiled_with_liquid_and_logs: Math.round(rates.withActions),
      closures: Math.round(rates.closures),
      json_rules_engine: Math.round(rates.jsonRules),
      actual_import: Math.round(actualRate),
    },
    rules_evaluated_per_s: Math.round(rates.compiled * RULES),
    ...(await serviceFigures()),
  };
  report('rules', { ratios, figures, limits: LIMITS });

  async function checkHits(): Promise<number> {
    const ours = countCompiled(transactions, rules);
    same('closures', countClosures(transactions, rules), ours);
    same('json-rules-engine', await countJsonRules(few, rules), countCompiled(few, rules));
    return ours;
  }

  function keepBest(name: keyof typeof rates, count: number, work: () => unknown): void {
    const began = performance.now();
    work();
    rates[name] = Math.max(rates[name], count / ((performance.now() - began) / 1000));
  }
}

/** The whole service; the compiler's figures come from a process of its own, which may collect garbage. */
async function serviceFigures(): Promise<Record<string, unknown>> {
  const compiling = compilingFigures();
  const perS: Record<string, number> = {};
  for (const count of [0, 10, 100, 1000]) perS[`with_${count}_rules`] = await onOneAccount(count);
  return { service_transactions_per_s: perS, ...(await ownRules()), compiling };
}

async function onOneAccount(count: number): Promise<number> {
  return withService(async (service) => {
    const transactions = await loadTransactions(OF_SERVICE);
    const accounts = [1, 2, 3, 4];
    await service.accounts(accounts);
    await service.store(ruleSet(count), () => accounts);
    await service.shape(transactions.slice(0, 2_000), accounts); // warm
    return Math.round(OF_SERVICE / (await service.shape(transactions, accounts)));
  });
}

/** Accounts with a rule of their own each: all are compiled in the first pass and found in the second. */
async function ownRules(): Promise<Record<string, unknown>> {
  return withService(async (service) => {
    const transactions = await loadTransactions(OF_SERVICE);
    const accounts = Array.from({ length: ACCOUNTS_WITH_OWN_RULES }, (_, index) => index + 1);
    await service.accounts(accounts);
    await service.store(ruleSet(ACCOUNTS_WITH_OWN_RULES), ({ id }) => [id]);
    const rssBefore = process.memoryUsage.rss();
    const first = await service.shape(transactions, accounts);
    const second = await service.shape(transactions, accounts);
    return {
      accounts_with_own_rules: {
        accounts: ACCOUNTS_WITH_OWN_RULES,
        transactions_per_s_first: Math.round(OF_SERVICE / first),
        transactions_per_s_compiled: Math.round(OF_SERVICE / second),
        rss_growth_mb: Math.round((process.memoryUsage.rss() - rssBefore) / 2 ** 20),
      },
    };
  });
}

function withService<T>(work: (service: BenchService) => Promise<T>): Promise<T> {
  return inScratch(async (scratch) => {
    const service = await BenchService.start(path.join(scratch, 'postgres'));
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  });
}

function compilingFigures(): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', __filename, 'compiling'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`compiling could not be measured:\n${stderr}`);
  return JSON.parse(stdout) as unknown;
}

function same(peer: string, theirs: number, ours: number): void {
  if (theirs !== ours) throw new Error(`${peer} has ${theirs} hits, the compiled rules ${ours}`);
}

if (process.argv[2] === 'compiling') {
  const { kibPerRule, rulesPerS } = measureCompiling(10_000);
  say(
    JSON.stringify({ rules: 10_000, kib_per_rule: rounded(kibPerRule), rules_per_s: Math.round(rulesPerS) }),
  );
} else {
  void main();
}
