import { eventually, Visitor } from '@tributary/testing';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartedTributary, startTributary } from './started-tributary';

jest.setTimeout(180_000);

const FIRST_USER = { name: 'Maija', email: 'maija@example.com', password: 'correct horse battery' };

describe('npx tributary serve', () => {
  let home: string;
  let folder: string;
  let running: StartedTributary;

  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'tributary-serve-'));
    folder = path.join(home, 'bank-files');
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  afterEach(async () => {
    running.process.kill('SIGTERM');
    await running.exit;
  });

  async function start(): Promise<string> {
    running = startTributary(['serve'], { TRIBUTARY_HOME: home, IMPORT_DIR: folder });
    await eventually(() => expect(running.output()).toContain('Tributary is ready.'), { timeoutMs: 60_000 });
    return printed(/^ {2}console +(http:\S+)$/m);
  }

  const printed = (pattern: RegExp) => pattern.exec(running.output())?.[1] ?? '';

  it('says where it is, and lets who has the terminal make the first user', async () => {
    const url = await start();
    expect(running.output()).toContain(home);
    for (const word of ['port', 'data', 'memory', 'free on its disk']) {
      expect(running.output()).toContain(word);
    }
    expect((await fetch(new URL('/health/ready', url))).status).toBe(200);
    const one = new Visitor(url);
    expect((await one.get('/')).location).toBe(`${url}/first-run`);
    const code = printed(/enter the code (\S+)/);
    const made = await one.submit('/first-run', { ...FIRST_USER, code });
    expect(made.location).toBe(`${url}/welcome`);
    expect((await one.get('/')).html).toContain('<div id="root">');
  });

  it('keeps the data over a restart, and asks for no first user again', async () => {
    const url = await start();
    expect(running.output()).not.toContain('first run');
    const one = new Visitor(url);
    expect((await one.get('/')).location).toContain('/sign-in');
    expect((await one.submit('/sign-in', FIRST_USER)).location).toBe(`${url}/`);
    expect((await one.get('/')).html).toContain('<div id="root">');
  });

  it('imports what is put into its folder for the administrator, and says why it cannot', async () => {
    await start();
    expect(running.output()).toContain(`files that you put into ${folder}`);
    writeFileSync(path.join(folder, 'photo.zip'), 'not a statement');
    const note = path.join(home, 'imports', 'notes', 'failed', 'photo.zip.txt');
    await eventually(() => expect(readFileSync(note, 'utf8')).toMatch(/^[A-Z].*\.\n$/), {
      timeoutMs: 30_000,
    });
  });

  it('refuses a second start with the same data, in words', async () => {
    await start();
    const second = startTributary(['serve'], { TRIBUTARY_HOME: home });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`Tributary runs already with the data in ${home}`);
    expect(second.output()).not.toMatch(/\n\s+at /);
    expect(running.process.exitCode).toBeNull();
  });

  it('starts its PostgreSQL again, and serves its users as before', async () => {
    const url = await start();
    const one = new Visitor(url);
    expect((await one.submit('/sign-in', FIRST_USER)).location).toBe(`${url}/`);
    process.kill(
      Number(readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    await eventually(() => expect(running.output()).toContain('The database runs again.'), {
      timeoutMs: 60_000,
    });
    await eventually(async () => expect((await fetch(new URL('/health/ready', url))).status).toBe(200), {
      timeoutMs: 60_000,
    });
    expect((await one.get('/')).html).toContain('<div id="root">');
    expect(running.process.exitCode).toBeNull();
  });

  it('says after a kill that nobody stopped it, and works with the data as before', async () => {
    await start();
    running.process.kill('SIGKILL');
    await running.exit;
    const url = await start();
    expect(running.output()).toContain('Tributary ended last time without being stopped.');
    expect((await new Visitor(url).submit('/sign-in', FIRST_USER)).location).toBe(`${url}/`);
    running.process.kill('SIGTERM');
    await running.exit;
    await start();
    expect(running.output()).not.toContain('ended last time');
  });

  it('ends with a code and a sentence when its PostgreSQL keeps ending', async () => {
    await start();
    const pid = Number(readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const global = path.join(home, 'postgres', 'global');
    renameSync(global, `${global}-elsewhere`);
    try {
      process.kill(pid, 'SIGKILL');
      expect(await running.exit).toBe(1);
      expect(running.output()).toMatch(/^The database ended 5 times within 10 minutes, at last with: /m);
      expect(running.output()).not.toMatch(/\n\s+at /);
    } finally {
      renameSync(`${global}-elsewhere`, global);
    }
  });

  it('has no outside company of the demo, and keeps the code out of its logs', async () => {
    await start();
    const logs = readdirSync(path.join(home, 'logs'));
    expect(logs).toEqual(['tributary.log']);
    const text = readFileSync(path.join(home, 'logs', 'tributary.log'), 'utf8');
    expect(text).toContain('"service":"ingestion-sync"');
    expect(text).not.toMatch(/sandbox|[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    expect(readdirSync(home)).not.toContain('demo.json');
  });

  it('says in a sentence that a database of one’s own does not answer', async () => {
    const elsewhere = path.join(home, 'elsewhere');
    running = startTributary(['serve'], {
      TRIBUTARY_HOME: elsewhere,
      DATABASE_URL: 'postgres://owner@127.0.0.1:1/none',
    });
    expect(await running.exit).toBe(1);
    expect(running.output()).toMatch(/^The database does not answer: is it running.*DATABASE_URL right\?$/m);
    expect(running.output()).not.toMatch(/\n\s+at /);
  });

  it('explains an unknown option', async () => {
    running = startTributary(['serve', '--demo'], { TRIBUTARY_HOME: home });
    expect(await running.exit).toBe(1);
    expect(running.output()).toContain('unknown option --demo');
    expect(running.output()).toContain('TRIBUTARY_HOME');
  });
});
