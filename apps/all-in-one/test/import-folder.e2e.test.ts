import { lendImportToken, openAccessDatabase } from '@tributary/api-gateway';
import { eventually } from '@tributary/testing';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ImportFolder } from '../src/serve/import-folder/import-folder';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(120_000);

const NAMELESS = 'Booking date;Payee;Amount;Currency\r\n2026-04-02;Market Hall;-40.00;EUR\r\n';
const OFX = (account: string) =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>37040044<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260305<TRNAMT>-9.99<FITID>f1<NAME>Streaming</STMTTRN><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260306<TRNAMT>-1.00<FITID>f2<NAME>Kiosk</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`;

let system: InProcessSystem;
let access: Awaited<ReturnType<typeof openAccessDatabase>>;
let folder: ImportFolder;
let root: string;
let home: string;
let admin: { id: number; token: string };
let guest: { id: number; token: string };
let account: string;

beforeAll(async () => {
  system = await InProcessSystem.start({ services: ['api-gateway', 'ingestion-sync', 'rule-engine'] });
  admin = await system.user('maija@example.com', 'Maija');
  guest = await system.user('guest@example.com', 'Guest');
  await system.sql(`update api_gateway.users set role = 'ADMIN' where id = $1`, [admin.id]);
  account = await giro(admin.token);
  root = mkdtempSync(path.join(tmpdir(), 'tributary-imports-'));
  home = mkdtempSync(path.join(tmpdir(), 'tributary-home-'));
  access = await openAccessDatabase(system.accessUrl);
  folder = new ImportFolder({
    directory: root,
    home,
    baseUrl: `${system.url}/api/v1`,
    lend: (email) => lendImportToken(access, email),
    onFailure: (error) => failures.push(error),
    lookEveryMs: 100,
  });
  await folder.start();
});
afterAll(async () => {
  await folder.stop();
  await access.close();
  await system.stop();
  for (const one of [root, home]) rmSync(one, { recursive: true, force: true });
});
const failures: unknown[] = [];
afterEach(() => expect(failures).toEqual([]));

/** Creates an account with the number in the file, so that the import finds it. */
async function giro(token: string): Promise<string> {
  const { id } = await upload(token, OFX('0532013000'));
  await ready(token, id);
  const accounts = [{ key: '1', new_account: { name: 'Giro', currency: 'EUR' } }];
  await system.data('PATCH', `/finance/imports/${id}`, token, { accounts });
  await ready(token, id);
  await system.data('POST', `/finance/imports/${id}/apply`, token);
  return eventually(async () => {
    const shown = await show(token, id);
    expect(shown.status).toBe('APPLIED');
    return shown.accounts[0]?.financial_account_id ?? '';
  });
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly accounts: { readonly financial_account_id: string | null }[];
}
const show = (token: string, id: string) => system.data<Shown>('GET', `/finance/imports/${id}`, token);
const ready = (token: string, id: string) =>
  eventually(async () => expect((await show(token, id)).status).toBe('READY'));

async function send(token: string, body: string, query = ''): Promise<Response> {
  return fetch(`${system.url}/api/v1/finance/imports?file_name=a.ofx${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body,
  });
}

async function upload(token: string, body: string): Promise<Shown> {
  return ((await (await send(token, body)).json()) as { data: Shown }).data;
}

const total = () => system.total('/finance/transactions', admin.token);
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};
/** Returns the note on a processed file in the data directory. */
const note = (name: string) =>
  eventually(
    () => {
      expect(existsSync(path.join(root, name))).toBe(true);
      return readFileSync(path.join(home, 'notes', `${name}.txt`), 'utf8');
    },
    { timeoutMs: 30_000 },
  );

describe('a file in the import folder', () => {
  it('is imported once, and the same again doubles nothing', async () => {
    const before = await total();
    const file = OFX('0532013000').replace('f2', 'f3').replace('20260306', '20260307');
    put('march.ofx', file);
    expect(await note('done/march.ofx')).toContain('added 1 transactions; 1 were there already');
    await eventually(async () => expect(await total()).toBe(before + 1));
    put('march.ofx', file);
    expect(await note('done/march-2.ofx')).toContain('added 0 transactions; 2 were there already');
    expect(await total()).toBe(before + 1);
    expect(readdirSync(root).sort()).toEqual(['done', 'failed', 'needs-answer']);
  });

  it('that is broken is moved to failed/ with the reason', async () => {
    put('photo.zip', 'PK\u0003\u0004 not a statement');
    expect(await note('failed/photo.zip')).toMatch(/^[A-Z].*\.\n$/);
    expect(existsSync(path.join(root, 'failed', 'photo.zip'))).toBe(true);
  });

  it('that names no account waits as an open import, unless its folder names one', async () => {
    const before = await total();
    put('nameless.csv', NAMELESS);
    expect(await note('needs-answer/nameless.csv')).toMatch(/not known which account.* as import \d+/);
    expect(await total()).toBe(before);
    put(`${account}/nameless.csv`, NAMELESS);
    expect(await note(`${account}/done/nameless.csv`)).toContain('added 1 transactions');
    put('nameless.csv', NAMELESS.replace('04-02', '04-03'));
    expect(await note('needs-answer/nameless-2.csv')).toContain('does not name its account');
  });

  it('in a folder named after an e-mail address is that user’s, who cannot reach others’ accounts', async () => {
    put('Guest@example.com/a.ofx', OFX('0532013000'));
    expect(await note('Guest@example.com/needs-answer/a.ofx')).toContain('not known which account');
    put(`Guest@example.com/${account}/a.ofx`, OFX('0532013000'));
    expect(await note(`Guest@example.com/${account}/failed/a.ofx`)).toContain('invalid');
    put('stranger@example.com/a.ofx', OFX('0532013000'));
    expect(await note('stranger@example.com/failed/a.ofx')).toContain('There is no user');
    expect(await system.total('/finance/transactions', guest.token)).toBe(0);
  });

  it('leaves no token behind', async () => {
    await eventually(async () => {
      const tokens = await access.query(`select 1 from tokens where name = 'Import folder'`);
      expect(tokens).toEqual([]);
    });
  });
});

/**
 * Starts a proxy that forwards requests to the API, and withholds the response at which the program is to be killed.
 */
async function startProxy(isPoint: (method: string, path: string, answer: string) => boolean): Promise<{
  readonly url: string;
  readonly reached: Promise<void>;
  stop(): Promise<void>;
}> {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const pass = async (
    method: string,
    at: string,
    headers: Record<string, string>,
    body: Buffer,
    to: ServerResponse,
  ) => {
    const sent = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(body);
    const response = await fetch(`${system.url}${at}`, { method, headers, body: sent });
    const text = await response.text();
    if (isPoint(method, at, text)) return reach();
    const type = response.headers.get('content-type') ?? 'application/json';
    to.writeHead(response.status, { 'content-type': type }).end(text);
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '', 'content-type': type } = request.headers;
      const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) };
      const { method = 'GET', url = '/' } = request;
      pass(method, url, headers, Buffer.concat(chunks), response).catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const POINTS: Readonly<Record<string, (method: string, path: string, answer: string) => boolean>> = {
  'once the preview is there': (method, _path, answer) => method === 'GET' && answer.includes('"READY"'),
  'as the import is applied': (method, path) => method === 'POST' && path.endsWith('/apply'),
  'once it is applied, before it is moved': (method, _path, answer) =>
    method === 'GET' && answer.includes('"APPLIED"'),
};

describe('a file whose program ends', () => {
  let crashes: string;
  beforeAll(() => {
    crashes = mkdtempSync(path.join(tmpdir(), 'tributary-crashes-'));
  });
  afterAll(() => rmSync(crashes, { recursive: true, force: true }));

  const folderAt = (url: string): ImportFolder =>
    new ImportFolder({
      directory: crashes,
      home,
      baseUrl: `${url}/api/v1`,
      lend: (email) => lendImportToken(access, email),
      onFailure: () => undefined, // also the requests of the killed program
      lookEveryMs: 100,
    });
  const importsMade = () => system.total('/finance/imports', admin.token);

  it.each(Object.keys(POINTS))('%s, is imported exactly once after the restart', async (point) => {
    const isPoint = POINTS[point];
    if (!isPoint) throw new Error('there is no such point');
    const number = Object.keys(POINTS).indexOf(point) + 1;
    const [transactions, imports] = [await total(), await importsMade()];
    const name = `crash-${number}.ofx`;
    const file = OFX('0532013000')
      .replaceAll('202603', `20250${number}`)
      .replaceAll('<FITID>f', `<FITID>c${number}`);
    writeFileSync(path.join(crashes, name), file);
    const proxy = await startProxy(isPoint);
    const first = folderAt(proxy.url);
    await first.start();
    await proxy.reached;
    const ended = first.stop();
    await proxy.stop(); // its requests end without a response
    await ended;
    expect(existsSync(path.join(crashes, name))).toBe(true);

    const second = folderAt(system.url);
    await second.start();
    const text = await eventually(
      () => {
        expect(existsSync(path.join(crashes, 'done', name))).toBe(true);
        return readFileSync(path.join(home, 'notes', 'done', `${name}.txt`), 'utf8');
      },
      { timeoutMs: 30_000 },
    );
    await second.stop();
    expect(text).toContain('added 2 transactions');
    await eventually(async () => expect(await total()).toBe(transactions + 2));
    expect(await importsMade()).toBe(imports + 1);
    expect(readdirSync(crashes).sort()).toEqual(['done', 'failed', 'needs-answer']);
    expect(readdirSync(path.join(home, 'begun'))).toEqual([]);
  });

  it('in the release before, whose state was beside the file, goes on with its import', async () => {
    const text = OFX('0532013000').replaceAll('202603', '202509').replaceAll('<FITID>f', '<FITID>legacy');
    const { id } = await upload(admin.token, text);
    await ready(admin.token, id);
    const imports = await importsMade();
    const at = path.join(crashes, 'legacy.ofx');
    writeFileSync(at, text);
    const { size, mtimeMs } = statSync(at);
    writeFileSync(path.join(crashes, '.legacy.ofx.import'), `${id} ${size} ${mtimeMs}`);
    writeFileSync(path.join(crashes, '.legacy.ofx.import.part'), `${id} ${size}`);
    const watched = folderAt(system.url);
    await watched.start();
    await eventually(() => expect(existsSync(path.join(crashes, 'done', 'legacy.ofx'))).toBe(true), {
      timeoutMs: 30_000,
    });
    await watched.stop();
    expect((await show(admin.token, id)).status).toBe('APPLIED');
    expect(await importsMade()).toBe(imports);
    expect(readdirSync(crashes).sort()).toEqual(['done', 'failed', 'needs-answer']);
  });
});

describe('an import over HTTP', () => {
  it('of another user is not there, to see or to change', async () => {
    const { id } = await upload(admin.token, OFX('77777777'));
    await ready(admin.token, id);
    const at = `/finance/imports/${id}`;
    const requests = [
      ['GET', at],
      ['GET', `${at}/entries`],
      ['PATCH', at, { accounts: [] }],
      ['POST', `${at}/apply`],
      ['POST', `${at}/undo`],
      ['DELETE', at],
    ] as const;
    const restricted = await system.token(admin.id, { accountIds: [Number(account)] });
    for (const token of [guest.token, restricted]) {
      for (const [method, below, body] of requests) {
        expect([method, (await system.rest(method, below, token, body)).status]).toEqual([method, 404]);
      }
    }
    expect((await system.rest('DELETE', at, admin.token)).status).toBe(200);
  });

  it('cannot begin with a token for single accounts, for whichever account', async () => {
    const restricted = await system.token(admin.id, { accountIds: [Number(account)] });
    for (const query of ['', `&financial_account_id=${account}`, '&financial_account_id=999999']) {
      expect((await send(restricted, OFX('1'), query)).status).toBe(409);
    }
    expect((await send(guest.token, OFX('1'), `&financial_account_id=${account}`)).status).toBe(422);
  });
});
