import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Outcome = 'passing' | 'failing' | 'not tested';

const outcomes = new Map<string, Outcome>();

/** One statement of the interface and the test that holds the gateway to it. */
export function statement(text: string, check: () => Promise<void> | void): void {
  remember(text, 'failing');
  it(text, async () => {
    await check();
    outcomes.set(text, 'passing');
  });
}

/** A statement of the interface that no request to the gateway can show yet, and why. */
export function notTested(text: string, why: string): void {
  remember(`${text} (${why})`, 'not tested');
}

function remember(text: string, outcome: Outcome): void {
  if (outcomes.has(text)) throw new Error(`the statement is there twice: ${text}`);
  outcomes.set(text, outcome);
}

/** Writes every statement with its outcome to `contract-report.json` in the folder. @returns the sum in one line */
export function report(folder: string): string {
  const count = (...of: readonly Outcome[]): number =>
    [...outcomes.values()].filter((outcome) => of.includes(outcome)).length;
  const sum = { statements: outcomes.size, tested: count('passing', 'failing'), passing: count('passing') };
  mkdirSync(folder, { recursive: true });
  const found = { ...sum, outcomes: Object.fromEntries(outcomes) };
  writeFileSync(path.join(folder, 'contract-report.json'), `${JSON.stringify(found, null, 2)}\n`);
  return `Interface: ${sum.statements} statements, ${sum.tested} tested, ${sum.passing} passing`;
}
