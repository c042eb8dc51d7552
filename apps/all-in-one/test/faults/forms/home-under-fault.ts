import { eventually, freePort } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { DataDir } from '../../../src/data-dir';
import { ensureDemoUser } from '../../../src/demo/demo-user';
import { RestClient } from '../../rest-client';
import { StartedTributary, startTributary } from '../../started-tributary';

const PATIENT = { timeoutMs: 120_000, intervalMs: 50 };

interface Import {
  readonly id: string;
  readonly status: string;
}

export interface Readiness {
  readonly status: number;
  readonly warnings: readonly string[];
}

/** `npx tributary serve` with an administrator who imports files; every row has a different amount. */
export class HomeUnderFault {
  private running: StartedTributary | null = null;
  private token = '';
  private port = 0;
  private written = 0;
  private strained = 0;
  private readonly client = new RestClient(() => this.url);

  constructor(
    readonly home: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Returns the output since the start. */
  output(): string {
    return this.running?.output() ?? '';
  }

  count(words: string): number {
    return this.output().split(words).length - 1;
  }

  get isRunning(): boolean {
    return this.running?.process.exitCode === null && this.running.process.signalCode === null;
  }

  async start(): Promise<void> {
    this.launch();
    await eventually(() => {
      if (!this.isRunning) return; // a failure is explained below
      expect(this.output()).toContain('Tributary is ready.');
    }, PATIENT);
    expect(this.output()).toContain('Tributary is ready.');
  }

  /**
   * Starts a process that must end by itself.
   * @returns its output
   */
  async refusedStart(): Promise<{ readonly code: number | null; readonly said: string }> {
    const code = await this.launch().exit;
    return { code, said: this.output() };
  }

  /** Starts the installation, and creates a user and an account. */
  async begin(rows: number): Promise<void> {
    this.port = await freePort();
    await this.start();
    const dataDir = new DataDir(this.home);
    const gateway = new URL(this.adminUrl());
    gateway.username = 'api_gateway';
    gateway.password = dataDir.secrets().rolePassword;
    ({ token: this.token } = await ensureDemoUser(dataDir, gateway.toString()));
    const id = await this.upload(rows);
    const accounts = [{ key: '1', new_account: { name: 'Giro', currency: 'EUR' } }];
    await this.client.data('PATCH', `/finance/imports/${id}`, this.token, { accounts });
    await this.until(id, 'READY');
    await this.apply(id);
  }

  /**
   * Uploads a file with new rows.
   * @returns its import, which can be applied
   */
  async upload(rows: number): Promise<string> {
    const response = await this.send(ofx(this.written + 1, rows));
    const { id } = ((await response.json()) as { data: Import }).data;
    this.written += rows;
    await this.until(id, 'READY');
    return id;
  }

  /**
   * Uploads a large file that is not applied.
   * @returns the status of the response
   */
  async strain(): Promise<number> {
    this.strained += 1;
    const response = await this.send(ofx(this.strained * 1_000_000, 2000));
    await response.arrayBuffer();
    return response.status;
  }

  /** Applies an import, and repeats the request until it succeeds. */
  async apply(id: string): Promise<void> {
    await this.requestApply(id);
    await eventually(async () => {
      const status = await this.status(id);
      if (status === 'READY') await this.requestApply(id);
      expect(status).toBe('APPLIED');
    }, PATIENT);
  }

  /**
   * Requests to apply an import.
   * @returns the status of the response, or 0 without one
   */
  async requestApply(id: string): Promise<number> {
    try {
      return (await this.client.rest('POST', `/finance/imports/${id}/apply`, this.token)).status;
    } catch {
      return 0; // the installation is not running
    }
  }

  async kill(): Promise<void> {
    this.running?.process.kill('SIGKILL');
    await this.running?.exit;
  }

  async stop(): Promise<void> {
    this.running?.process.kill('SIGTERM');
    await this.running?.exit;
  }

  postmaster(): number {
    return Number(readFileSync(path.join(this.home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  async rows<Row>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.adminUrl() });
    client.on('error', () => undefined); // the connection is cut on purpose
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async readiness(): Promise<Readiness> {
    const response = await fetch(`${this.url}/health/ready`, { headers: { connection: 'close' } });
    const { warnings = [] } = (await response.json()) as { warnings?: string[] };
    return { status: response.status, warnings };
  }

  async untilReady(): Promise<void> {
    await eventually(async () => expect((await this.readiness()).status).toBe(200), PATIENT);
  }

  /** Counts the imported rows that are missing, and those that exist twice, in REST and in the database. */
  async audit(): Promise<{ readonly lost: number; readonly doubled: number }> {
    const count = async () => {
      const sql = `select count(*)::int as total, count(distinct amount)::int as kinds
                     from api_gateway.transactions where not removed`;
      const [found = { total: 0, kinds: 0 }] = await this.rows<{ total: number; kinds: number }>(sql);
      const { body } = await this.client.rest('GET', '/finance/transactions?page[size]=1', this.token);
      return { ...found, overRest: (body['meta'] as { total: number } | undefined)?.total };
    };
    await eventually(async () => expect((await count()).kinds).toBe(this.written), PATIENT).catch(
      () => undefined,
    );
    const { total, kinds, overRest } = await count();
    expect(overRest).toBe(total);
    return { lost: this.written - kinds, doubled: total - kinds };
  }

  private send(body: string): Promise<Response> {
    return fetch(`${this.url}/api/v1/finance/imports?file_name=a.ofx`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/octet-stream' },
      body,
    });
  }

  private launch(): StartedTributary {
    this.running = startTributary(['serve'], {
      ...this.environment,
      TRIBUTARY_HOME: this.home,
      API_PORT: String(this.port),
    });
    return this.running;
  }

  private adminUrl(): string {
    const settings = readFileSync(path.join(this.home, 'operator.json'), 'utf8');
    return (JSON.parse(settings) as { DATABASE_ADMIN_URL: string }).DATABASE_ADMIN_URL;
  }

  private async status(id: string): Promise<string> {
    return (await this.client.data<Import>('GET', `/finance/imports/${id}`, this.token)).status;
  }

  private async until(id: string, status: string): Promise<void> {
    await eventually(async () => expect(await this.status(id)).toBe(status), PATIENT);
  }
}

/** Returns a statement with rows whose ids, texts and amounts have the numbers from `first` on. */
function ofx(first: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = first + at;
    const day = String(1 + (number % 28)).padStart(2, '0');
    return `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202603${day}<TRNAMT>-${(number / 100).toFixed(2)}<FITID>f${number}<NAME>Row ${number}</STMTTRN>`;
  });
  return (
    'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n' +
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>37040044<ACCTID>0532013000<ACCTTYPE>CHECKING</BANKACCTFROM>' +
    `<BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`
  );
}
