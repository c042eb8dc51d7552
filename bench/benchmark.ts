import { EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/persistence';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

/** What a ratio must stay within. */
export interface Limit {
  readonly min?: number;
  readonly max?: number;
}

/** The results of a bench: ratios have limits, figures are informative. */
export interface Findings {
  readonly ratios: Readonly<Record<string, number>>;
  readonly figures: object;
  readonly limits: Readonly<Record<string, Limit>>;
}

/** Prints the findings, as one line of JSON, and each limit that is missed; a missed one fails the process. */
export function report(bench: string, { ratios, figures, limits }: Findings): void {
  say(JSON.stringify({ bench, ratios, figures, limits }));
  const missed = Object.entries(limits).filter(([name, { min = -Infinity, max = Infinity }]) => {
    const ratio = ratios[name] ?? NaN;
    return !(ratio >= min && ratio <= max);
  });
  for (const [name] of missed) say(`missed: ${name}`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Does the work with an empty folder, which goes with it. */
export async function inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Does the work with a PostgreSQL of its own. @param persistent as on a disk: what was committed outlives a crash
 * @param settings of the server
 */
export async function withPostgres<T>(
  dataDir: string,
  work: (server: EmbeddedPostgres) => Promise<T>,
  persistent = false,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, persistent, settings });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Does the work with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function secondsOf(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

export function rounded(value: number, decimals = 2): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
