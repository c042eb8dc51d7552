import { eventually, freePort, Visitor } from '@tributary/testing';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readyMark, startTributary } from './started-tributary';

jest.setTimeout(180_000);

describe('npm start', () => {
  let dataDir: string;

  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-start-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('--once connects, syncs, verifies every step of the path, and exits with 0', async () => {
    writeFileSync(path.join(dataDir, 'demo.json'), '{"left":"over"}');
    const run = startTributary(['--once'], { DATA_DIR: dataDir, DEMO_ACCOUNTS: '12' });
    expect({ code: await run.exit, output: run.output() }).toMatchObject({ code: 0 });
    expect(run.output()).toContain('Everything holds.');
    expect(run.output()).not.toContain('✗');
    expect(readyMark(dataDir)).toMatchObject({
      base_url: expect.stringMatching(/^http:\/\/.*\/api\/v1$/) as string,
      token: expect.stringMatching(/^trb_pat_/) as string,
    });
  });

  it('keeps names, account numbers and tokens out of its logs', () => {
    const logs = readdirSync(path.join(dataDir, 'logs'))
      .map((file) => readFileSync(path.join(dataDir, 'logs', file), 'utf8'))
      .join('\n');
    expect(logs).toContain('"service":"ingestion-sync"');
    expect(logs).not.toMatch(/CZ\d{22}|trb_pat_|trb_col_|whsec_|sandbox-secret-key|sandbox-budgeta-token/);
  });

  it('a second start keeps the data and the token, and requests no transaction from the bank again', async () => {
    const before = readyMark(dataDir)!;
    const sandboxPort = await freePort();
    const run = startTributary([], {
      DATA_DIR: dataDir,
      DEMO_ACCOUNTS: '12',
      SANDBOX_PORT: String(sandboxPort),
    });
    try {
      await eventually(() => expect(run.output()).toContain('Tributary is ready.'), { timeoutMs: 60_000 });
      const mark = readyMark(dataDir)!;
      expect(mark.token).toBe(before.token);
      const response = await fetch(`${mark.base_url}/finance/transactions?page[size]=1`, {
        headers: { authorization: `Bearer ${mark.token}` },
      });
      const { meta } = (await response.json()) as { meta: { total: number } };
      expect(meta.total).toBeGreaterThan(100);
      const control = await fetch(`http://127.0.0.1:${sandboxPort}/_control/summary?institution=BERKA_12`);
      const summary = (await control.json()) as {
        provider_a: { requests: Record<string, number>; first_request_at: number | null };
      };
      expect(summary.provider_a.first_request_at).toBeNull();
      expect(summary.provider_a.requests.transactions).toBe(12 * 6);
      expect((await fetch(new URL('/health/ready', mark.base_url))).status).toBe(200);
      expect(run.output()).toContain(mark.console_url);
      const browser = new Visitor(new URL(mark.base_url).origin);
      expect((await browser.get(mark.console_url)).location).toBe(new URL('/', mark.base_url).href);
      expect((await browser.get('/')).html).toContain('<div id="root">');
      expect((await new Visitor(new URL(mark.base_url).origin).get(mark.console_url)).status).toBe(403);
      // It is ready before everything is compared; the result of this start follows.
      await eventually(() => expect(run.output()).toContain('Everything holds.'), { timeoutMs: 60_000 });
      const ready = run.output().indexOf('Tributary is ready.');
      const checks = [...run.output().matchAll(/✓ .*: /g)].map(({ index }) => index);
      expect(checks).toHaveLength(5);
      expect(Math.min(...checks)).toBeGreaterThan(ready);
    } finally {
      run.process.kill('SIGTERM');
      expect(await run.exit).toBe(143);
    }
  });

  it('names the port that is in use and says what to do, without a stack trace', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const run = startTributary(['--once'], { DATA_DIR: dataDir, API_PORT: String(port) });
    expect(await run.exit).toBe(1);
    other.close();
    expect(run.output()).toContain(`port ${port} is used by another program`);
    expect(run.output()).toContain('API_PORT');
    expect(run.output()).not.toMatch(/\n\s+at /);
  });

  it('explains an unknown option', async () => {
    const run = startTributary(['--twice'], { DATA_DIR: dataDir });
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain('unknown option --twice');
    expect(run.output()).toContain('usage: npm start');
  });
});
