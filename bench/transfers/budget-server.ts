import { fork } from 'node:child_process';
import path from 'node:path';

/** A budget at the other end of HTTP that takes everything at once, in a process of its own. */
export interface BudgetServer {
  readonly url: string;
  /** What it was asked, and the rows that it holds, as of its last answer. */
  requests(): number;
  rows(): number;
  stop(): Promise<void>;
}

export async function startBudgetServer(accounts: number): Promise<BudgetServer> {
  const child = fork(path.join(__dirname, 'budget-process.js'), [String(accounts)], {
    env: { PATH: process.env.PATH },
  });
  const counts = { requests: 0, rows: 0 };
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      const said = message as { url?: string };
      if (said.url !== undefined) resolve(said.url);
      else Object.assign(counts, said);
    });
    child.once('exit', (code) => reject(new Error(`the budget server ended with ${code}`)));
  });
  return {
    url,
    requests: () => counts.requests,
    rows: () => counts.rows,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
