import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BenchRule } from './rule-set';
import { BenchTransaction } from './transactions';

const HALER = 100;
const ROOT = path.resolve(__dirname, '../../..');

/** What an import came to. */
export interface ActualImport {
  readonly hits: number;
  readonly seconds: number;
}

/** The same rules in Actual Budget: its `importTransactions` runs them; each rule marks the notes of what it hits. */
export async function importIntoActual(
  transactions: readonly BenchTransaction[],
  rules: readonly BenchRule[],
): Promise<ActualImport> {
  prepareActual();
  const actual = await import('@actual-app/api');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-actual-'));
  const { log } = console;
  console.log = () => undefined; // it prints each rule
  try {
    await actual.init({ dataDir });
    await actual.runImport('bench', async () => undefined);
    const account = await actual.createAccount({ name: 'bench', offbudget: false }, 0);
    for (const rule of rules)
      await actual.createRule(toActual(rule) as Parameters<typeof actual.createRule>[0]);
    const began = performance.now();
    await actual.importTransactions(
      account,
      transactions.map(({ document, payee, notes, amount }, index) => ({
        account,
        date: twentyYearsOn(document.booking_date ?? ''),
        amount: Math.round(Number(amount) * HALER),
        imported_payee: payee,
        notes,
        imported_id: `bench-${index}`,
        cleared: true,
      })),
    );
    const seconds = (performance.now() - began) / 1000;
    const rows = await actual.getTransactions(account, '1900-01-01', '2100-01-01');
    await actual.shutdown();
    const hits = rows.reduce((sum, { notes }) => sum + (notes?.match(/#r\d+#/g)?.length ?? 0), 0);
    return { hits, seconds };
  } finally {
    console.log = log;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Actual does not support dates as early as the demo bank's. */
function twentyYearsOn(day: string): string {
  return `${Number(day.slice(0, 4)) + 20}${day.slice(4)}`;
}

function toActual({ id, field, text, above, below }: BenchRule) {
  return {
    stage: null,
    conditionsOp: 'and',
    conditions: [
      { field: field === 'payee' ? 'imported_payee' : 'notes', op: 'contains', value: text.toLowerCase() },
      { field: 'amount', op: 'gt', value: above * HALER },
      { field: 'amount', op: 'lt', value: below * HALER },
    ],
    actions: [{ op: 'append-notes', value: `#r${id}#` }],
  };
}

/** Actual keeps its data in SQLite, whose native part is built when it is first needed. */
function prepareActual(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'budgetb'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('Actual Budget cannot be run here: see the lines above');
}
