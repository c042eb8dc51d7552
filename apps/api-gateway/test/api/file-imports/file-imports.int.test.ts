import {
  ApplyFileImport,
  BeginFileImport,
  ChangeFileImport,
  DiscardFileImport,
  EndFileUpload,
  FILE_BYTES_MAX,
  FILE_PIECE_BYTES_MAX,
  FileImport,
  ListFileImportEntries,
  Problem,
  ShowFileImport,
  StoreFilePiece,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

const IMPORT: FileImport = {
  id: 5,
  created_at: '2026-11-23T10:00:00.000Z',
  updated_at: '2026-11-23T10:00:00.000Z',
  document: {
    status: 'READING',
    file_name: 'bank.csv',
    file_bytes: 3,
    format: 'CSV',
    csv: null,
    qif: null,
    certainty: 'GUESS',
    questions: [{ columns: [1, 2], text: 'Which column has the money that left the account?' }],
    csv_sample: [['DE89370400440532013000']],
    accounts: [
      {
        key: '1',
        iban: 'DE89370400440532013000',
        number: null,
        bank: null,
        name: null,
        currency: 'EUR',
        entries: 1,
        first_day: '2026-03-02',
        last_day: '2026-03-02',
        financial_account_id: 17,
        matched_by: 'IBAN',
        new_account: null,
        proposed_account_id: null,
        suggested_name: null,
        suggested_currency: 'EUR',
        balances: null,
      },
    ],
    entries_new: 1,
    entries_known: 0,
    entries_doubtful: 0,
    entries_left_out: 0,
    entries_unreadable: 0,
    entries_done: 0,
    entries_total: 1,
    transactions_added: 0,
    transactions_removed: 0,
    transactions_kept: 0,
    error: null,
    expires_at: '2026-11-24T10:00:00.000Z',
    applied_at: null,
  },
};

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let pieces: Buffer[] = [];
let discarded: number[] = [];
let changes: unknown[] = [];
let began = 0;
let ended = 0;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  await gateway.playOwner(
    fake(BeginFileImport, ({ financialAccountId }) => {
      if (financialAccountId === 99) throw Problem.invalid({ financial_account_id: ['No.'] });
      began += 1;
      return { id: 5 };
    }),
    fake(StoreFilePiece, ({ index, piece }) => {
      pieces[index] = Buffer.from(piece, 'base64');
      return { bytes: 1 };
    }),
    fake(EndFileUpload, () => {
      ended += 1;
      return IMPORT;
    }),
    fake(DiscardFileImport, ({ importId }) => {
      discarded.push(importId);
      return { id: importId };
    }),
    fake(ShowFileImport, ({ importId }) => {
      if (importId !== 5) throw Problem.notFound();
      return IMPORT;
    }),
    fake(ListFileImportEntries, ({ kinds }) => ({
      total: 1,
      entries: [
        {
          kind: kinds[0] ?? 'new',
          line: 2,
          account_key: '1',
          date: '2026-03-02',
          amount: '-2.50',
          currency: 'EUR',
          counterparty: 'Kahvila',
          description: null,
          reason: null,
        },
      ],
    })),
    fake(ChangeFileImport, ({ csv }) => {
      if (csv) changes.push(csv);
      return IMPORT;
    }),
    fake(ApplyFileImport, () => ({ fileImport: IMPORT, accounts: [] })),
  );
});
afterAll(() => gateway.close());
beforeEach(() => {
  pieces = [];
  discarded = [];
  changes = [];
  began = 0;
  ended = 0;
});

const PATH = '/api/v1/finance/imports';
const upload = (
  body: string | Buffer | undefined,
  query = '?file_name=bank.csv',
  type = 'application/octet-stream',
  bearer = token,
  headers: Record<string, string> = {},
) =>
  fetch(`${gateway.url}${PATH}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('an uploaded file', () => {
  it('is handed over to its owner in pieces that fit into messages', async () => {
    const file = Buffer.alloc(3 * FILE_PIECE_BYTES_MAX + 17, 'abcdefg');
    const response = await upload(file);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      message: 'File received.',
      data: { id: '5', status: 'READING' },
    });
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual([
      ...Array<number>(3).fill(FILE_PIECE_BYTES_MAX),
      17,
    ]);
    expect(Buffer.concat(pieces).equals(file)).toBe(true);
    expect([ended, discarded]).toEqual([1, []]);
  });

  it('leaves nothing if its sender breaks off half-way', async () => {
    const { hostname, port } = new URL(gateway.url);
    const sending = request({
      hostname,
      port,
      method: 'POST',
      path: `${PATH}?file_name=bank.csv`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'content-length': 10 * FILE_PIECE_BYTES_MAX,
      },
    });
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(2 * FILE_PIECE_BYTES_MAX));
    await eventually(() => expect(pieces.length).toBeGreaterThan(0));
    sending.destroy();
    await eventually(() => expect(discarded).toEqual([5]));
    expect(ended).toBe(0);
  });

  it('beyond 50 MB is 413, whether its length is declared or not', async () => {
    expect((await upload(Buffer.alloc(FILE_BYTES_MAX + 1))).status).toBe(413);
    expect(pieces).toEqual([]);
  });

  it('is refused if it is empty, no file, without a name, or for an account that is not there', async () => {
    expect((await upload(undefined)).status).toBe(422);
    expect((await upload('{}', undefined, 'application/json')).status).toBe(415);
    expect((await upload('a', '')).status).toBe(422);
    expect((await upload('a', '?file_name=a&further=1')).status).toBe(422);
    expect((await upload('a', '?file_name=a&file_name=b')).status).toBe(422);
    expect((await upload('a', '?file_name=a&financial_account_id=x')).status).toBe(422);
    expect((await upload('a', '?file_name=a&financial_account_id=99')).status).toBe(422);
    expect(ended).toBe(0);
  });
});

describe('an upload', () => {
  it('needs a token with its scopes', async () => {
    const body = 'a';
    const headers = { 'content-type': 'application/octet-stream' };
    const none = await fetch(`${gateway.url}${PATH}?file_name=a`, { method: 'POST', headers, body });
    expect(none.status).toBe(401);
    for (const scopes of [
      ['accounts:read', 'transactions:read'],
      ['accounts:write', 'transactions:read'],
    ] as const) {
      expect((await upload('a', undefined, undefined, await gateway.token({ userId, scopes }))).status).toBe(
        403,
      );
    }
    expect(began).toBe(0);
  });

  it('beyond 50 MB without a declared length is 413, and leaves nothing', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const chunks = Array<Buffer>(FILE_BYTES_MAX / chunk.byteLength + 1).fill(chunk);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        `${gateway.url}${PATH}?file_name=a`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        },
        (response) => resolve(response.resume().statusCode),
      );
      sending.on('error', reject);
      Readable.from(chunks).pipe(sending);
    });
    expect(status).toBe(413);
    await eventually(() => expect(discarded).toEqual([5]));
    expect([began, ended]).toEqual([1, 0]);
  });

  it('repeated with its Idempotency-Key is one import; with another file the key is refused', async () => {
    const keyed = async (file: string, key = 'one') => {
      const response = await upload(file, undefined, undefined, token, { 'idempotency-key': key });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const first = await keyed('a file');
    const again = await keyed('a file');
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(began).toBe(1);
    const other = await keyed('b file');
    expect([other.status, began, discarded]).toEqual([422, 1, []]);
    expect(other.text).toContain('The Idempotency-Key was already used with another request.');
    expect((await keyed('b file', 'two')).status).toBe(201);
  });

  it('that was refused begins again with the same Idempotency-Key', async () => {
    const keyed = (file: string | undefined) =>
      upload(file, undefined, undefined, token, { 'idempotency-key': 'three' });
    expect((await keyed(undefined)).status).toBe(422);
    expect((await keyed('a file')).status).toBe(201);
    expect([began, ended]).toEqual([2, 1]);
  });
});

describe('an import', () => {
  it('shows numbers of accounts only to tokens that may see them', async () => {
    const owner = await gateway.get('/finance/imports/5', token);
    expect(owner.body.data).toMatchObject({
      certainty: 'GUESS',
      questions: [{ columns: [1, 2], text: 'Which column has the money that left the account?' }],
      entries_left_out: '0',
      accounts: [{ iban: 'DE89370400440532013000', entries: '1' }],
    });
    expect((await gateway.get('/finance/imports/6', token)).status).toBe(404);
    const entries = await gateway.get('/finance/imports/5/entries?filter[kind]=known', token);
    expect(entries.body).toMatchObject({ data: [{ kind: 'known', line: '2' }], meta: { total: 1 } });
    const repeated = await gateway.get('/finance/imports/5/entries?filter[kind]=new,known,new,known', token);
    expect(repeated.status).toBe(200);
  });

  it('is changed by a body that says what, and applied in the background', async () => {
    const change = (body: unknown) => gateway.request(`${PATH}/5`, { method: 'PATCH', token, body });
    expect((await change({})).status).toBe(422);
    expect((await change({ accounts: [{ key: '1', other: 1 }] })).status).toBe(422);
    expect((await change({ csv: { columns: ['no such'] } })).status).toBe(422);
    expect((await change({ qif: { date_order: 'DYM' } })).status).toBe(422);
    const csv = {
      encoding: 'shift_jis',
      delimiter: ',',
      decimal_mark: '.',
      date_order: 'YMD',
      skip_rows: 1,
      columns: ['booking_date', 'amount', 'fee'],
    };
    expect((await change({ csv: { ...csv, encoding: '' } })).status).toBe(422);
    expect((await change({ csv: { ...csv, turn_signs: 'yes' } })).status).toBe(422);
    expect((await change({ csv: { ...csv, no_movement_words: [' '] } })).status).toBe(422);
    expect((await change({ csv: { ...csv, no_movement_words: Array(51).fill('void') } })).status).toBe(422);
    const further = { turn_signs: true, no_movement_words: ['取消'] };
    for (const sent of [csv, { ...csv, ...further }]) expect((await change({ csv: sent })).status).toBe(200);
    expect(changes).toEqual([csv, { ...csv, ...further }]);
    expect((await gateway.request(`${PATH}/5/apply`, { method: 'POST', token })).status).toBe(202);
  });
});
