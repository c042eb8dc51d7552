import { Environment } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { readyMark, StartedTributary, startTributary } from '../../all-in-one/test/started-tributary';
import { run } from '../src/run';

/** `npm start` with two of the bank's accounts, and the operator's command. */
export class OperatedSystem {
  private constructor(
    private readonly dataDir: string,
    private readonly tributary: StartedTributary,
    readonly database: Client,
  ) {}

  static async start(): Promise<OperatedSystem> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-operator-'));
    const tributary = startTributary([], { DATA_DIR: dataDir, DEMO_ACCOUNTS: '2' });
    await eventually(() => expect(tributary.output()).toContain('Tributary is ready.'), {
      timeoutMs: 90_000,
    });
    const left = JSON.parse(readFileSync(path.join(dataDir, 'operator.json'), 'utf8')) as Record<
      string,
      string
    >;
    const database = new Client({ connectionString: left.DATABASE_ADMIN_URL });
    await database.connect();
    await database.query('set search_path to api_gateway'); // where its triggers look for their tables
    return new OperatedSystem(dataDir, tributary, database);
  }

  /** The administrator who acts, if there are several. */
  administrator = '';

  /** Runs the command as an operator does while `npm start` runs. */
  operator(...words: string[]): Promise<{ code: number; lines: string[] }> {
    const environment = { OPERATOR_NAME: 'night shift', TRIBUTARY_USER: this.administrator };
    return printed(words, { DATA_DIR: this.dataDir, ...environment });
  }

  /** Runs the command as an administrator does on another machine: with a token, without the database. */
  administered(token: string, ...words: string[]): Promise<{ code: number; lines: string[] }> {
    return printed(words, { DATA_DIR: '/nowhere', TRIBUTARY_URL: this.url, TRIBUTARY_TOKEN: token });
  }

  /** The token of the demo's user, an administrator. */
  get token(): string {
    return readyMark(this.dataDir)?.token ?? '';
  }

  /** The address of the API and the console. */
  get url(): string {
    return new URL(readyMark(this.dataDir)?.base_url ?? '').origin;
  }

  /** Returns the API's status for a request with the demo user's token. */
  async statusOf(route: string): Promise<number> {
    const mark = readyMark(this.dataDir);
    const { status } = await fetch(`${mark?.base_url}${route}`, {
      headers: { authorization: `Bearer ${mark?.token}` },
    });
    return status;
  }

  async stop(): Promise<void> {
    await this.database?.end();
    this.tributary.process.kill('SIGTERM');
    await this.tributary.exit;
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Runs a command. @returns the exit code, and all that it prints */
export async function printed(
  words: readonly string[],
  environment: Environment,
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const code = await run(words, environment, { out: say, err: say });
  return { code, lines };
}
