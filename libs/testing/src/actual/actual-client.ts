import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../workspace-root';
import { ActualServer } from './actual-server';

/** A row of a budget; amounts in integer hundredths. */
export interface BudgetRow {
  readonly id: string;
  readonly account: string;
  readonly date: string;
  readonly amount: number;
  readonly notes: string | null;
  readonly imported_id: string | null;
  readonly cleared: boolean;
  readonly reconciled: boolean;
  readonly tombstone: boolean;
  readonly 'payee.name': string | null;
}

const COLUMNS = [
  'id',
  'account',
  'date',
  'amount',
  'notes',
  'imported_id',
  'cleared',
  'reconciled',
  'tombstone',
  'payee.name',
];

/** A user of a budget, who works with Actual's own client. */
export class ActualClient {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly process: ChildProcess,
    private readonly dataDir: string,
  ) {}

  static async open(server: Pick<ActualServer, 'url' | 'password'>): Promise<ActualClient> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-actual-client-'));
    const program = path.join(workspaceRoot(), 'dist-test/libs/testing/src/actual/actual-client-process.js');
    const child = fork(program, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // Actual's client does not synchronize if NODE_ENV is `test`.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const client = new ActualClient(child, dataDir);
    await client.api('init', { dataDir, serverURL: server.url, password: server.password });
    return client;
  }

  /**
   * Creates a budget with these accounts on the server and leaves it open.
   * @returns the accounts' ids by name
   */
  async makeBudget(name: string, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await this.library('create-budget', { budgetName: name });
    const ids = new Map<string, string>();
    for (const account of accounts) {
      ids.set(account, await this.api<string>('createAccount', { name: account, offbudget: false }, 0));
    }
    await this.api('sync');
    return ids;
  }

  /** Calls a function of `@actual-app/api`. */
  api<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.ask<T>('api', name, args);
  }

  /** Sends a message to Actual's core, as its user interface does. */
  library<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.ask<T>('library', name, args);
  }

  /** Returns the current rows of an account on the server, including deleted ones. */
  async rows(account: string): Promise<BudgetRow[]> {
    await this.api('sync');
    return this.ask<BudgetRow[]>('query', 'transactions', [{ account }, COLUMNS]);
  }

  async close(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private ask<T>(kind: string, name: string, args: readonly unknown[]): Promise<T> {
    const turn = this.last.then(() => this.exchange<T>({ kind, name, args }));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private exchange<T>(message: { kind: string; name: string; args: readonly unknown[] }): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`Actual: ${message.name}: ${why}`));
      const onExit = () => fail('its client ended');
      this.process.once('exit', onExit);
      this.process.once('message', (reply: { result: T } | { error: string }) => {
        this.process.off('exit', onExit);
        if ('error' in reply) fail(reply.error);
        else resolve(reply.result);
      });
      this.process.send(message);
    });
  }
}
