import { BenchProcess } from '../bench-process';

/** A budget over HTTP that accepts everything immediately, in its own process. */
export interface BudgetServer {
  readonly url: string;
  /** Its requests and its rows, as of its last answer. */
  readonly counts: { readonly requests: number; readonly rows: number };
  stop(): Promise<void>;
}

export async function startBudgetServer(accounts: number): Promise<BudgetServer> {
  const server = BenchProcess.start('transfers/budget-process.js', [String(accounts)]);
  const counts = { requests: 0, rows: 0 };
  const { url } = await server.next<{ url: string }>();
  server.onMessage((message) => Object.assign(counts, message));
  return { url, counts, stop: () => server.stop() };
}
