import {
  AccountDeletedV1,
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  DestinationUpsertedV1,
  EVENTS,
  EventContract,
  HoldingsSnapshottedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  SERVICES,
  TransactionShapedV1,
  TransactionUpsertedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { eventually, TracedRequests, traceRequests } from '@tributary/testing';
import { allTables, DumpedRow, dumpDatabase } from './database-text';
import { FilledUser, fillUser, Named } from './filled-user';
import { scanRows, scanText } from './secret-scan';
import { useAllSecrets } from './used-secrets';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(120_000);

const SCHEMAS = SERVICES.map((service) => service.replaceAll('-', '_'));
const GONE = 'Marjatta-Vastamaki';
const STAYS = 'Olavi-Kettunen';
/** Its rows are deleted when their work is done. */
const WORK_LIST = 'ingestion_sync.transfer_search_requests';
/** Tables that remain after an erasure, with the erased id and the time. */
const TOMBSTONES = /\.(erased_users|user_erasures)$/;

let system: InProcessSystem;
let gone: FilledUser;
let stays: FilledUser;
let traced: TracedRequests;

beforeAll(async () => {
  traced = await traceRequests();
  system = await InProcessSystem.start();
  gone = await fillUser(system, GONE);
  stays = await fillUser(system, STAYS);
});
afterAll(async () => {
  await system.stop();
  await traced.stop();
});

/** Returns the password that confirms the deletion of the user's account. */
async function passwordOf(userId: number): Promise<{ current_password: string }> {
  return { current_password: await system.givePassword(userId) };
}

const dump = () => dumpDatabase(system.databaseUrl, SCHEMAS);
const rowsWith = (rows: readonly DumpedRow[], text: string) =>
  rows.filter(({ columns }) =>
    Object.values(columns).some((value) => value?.toLowerCase().includes(text.toLowerCase())),
  );
const tablesOf = (rows: readonly DumpedRow[]) => [...new Set(rows.map(({ table }) => table))].sort();

/** Returns rows that name the user in any possible column. */
function rowsOfUser(rows: readonly DumpedRow[], userId: number): DumpedRow[] {
  const id = String(userId);
  return rows.filter(({ table, columns }) => {
    if (TOMBSTONES.test(table)) return false;
    if (table === 'api_gateway.users') return columns['id'] === id;
    return Object.entries(columns).some(([name, value]) => /user_?ids?$/.test(name) && value === id);
  });
}

interface Erasure {
  readonly id: string;
  readonly status: string;
  readonly services_erased: string;
  readonly erased_at: string | null;
}

it('every table of every schema declares its users’ data, or why it has none', async () => {
  const declared = SERVICES.flatMap((service) => system.declaredTables(service));
  expect(declared.sort()).toEqual(await allTables(system.databaseUrl, SCHEMAS));
});

describe('secrets and names', () => {
  let secrets: Named;
  let rows: DumpedRow[];

  beforeAll(async () => {
    const used = await useAllSecrets(system, stays);
    secrets = { ...used, ...stays.secrets };
    for (const [what, secret] of Object.entries(secrets))
      expect([what, secret.length > 8]).toEqual([what, true]);
    await settled();
    rows = await dump();
  });

  it('the scan finds planted secrets in any form', () => {
    const planted = (text: string): DumpedRow[] => [{ table: 'a.table', columns: { column: `x${text}y` } }];
    const secret = { it: 'trb_pat_S3cret/of+a user' };
    const forms: readonly (readonly [string, string])[] = [
      ['clear', secret.it],
      ['URL encoding', encodeURIComponent(secret.it)],
      ['hexadecimal', Buffer.from(secret.it).toString('hex')],
      ...['', '1', '12'].map(
        (before) => ['base64', Buffer.from(`${before}${secret.it}.`).toString('base64')] as const,
      ),
    ];
    for (const [form, text] of forms) {
      expect(scanRows(planted(text), secret)).toContainEqual({ what: 'it', form, where: 'a.table.column' });
      expect(scanText(`log ${text} line`, 'a log', secret)).toContainEqual({
        what: 'it',
        form,
        where: 'a log',
      });
    }
    const bytes = `\\x${Buffer.from(`a ${secret.it} b`).toString('hex')}`;
    expect(scanRows([{ table: 'a.table', columns: { column: bytes } }], secret)).not.toEqual([]);
  });

  it('no token, password or other secret is in the database, in a log or in a trace', () => {
    expect(system.logs().length).toBeGreaterThan(1000);
    expect(scanRows(rows, secrets)).toEqual([]);
    expect(scanText(system.logs(), 'the logs', secrets)).toEqual([]);
    expect(traced.count()).toBeGreaterThan(100);
    expect(scanText(traced.text(), 'the traces', secrets)).toEqual([]);
  });

  it('account numbers and names are only in data columns, and never logged', () => {
    const personal = personalTexts(rows);
    expect(Object.keys(personal).length).toBeGreaterThan(4);
    const found = [...new Set(scanRows(rows, personal).map(({ where }) => where))];
    expect(found.filter((where) => !DATA_COLUMNS.has(where)).sort()).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
    expect(scanText(system.logs(), 'the logs', personal)).toEqual([]);
  });
});

/** Returns account numbers and names, as the bank has them. */
function personalTexts(rows: readonly DumpedRow[]): Named {
  const texts = rows
    .filter(({ table }) => /^ingestion_sync\.(financial_accounts|transactions)$/.test(table))
    .flatMap(({ columns }) => Object.values(columns))
    .flatMap((value) => value?.match(/"(iban|owner_name|name)": "[^"]{8,}"/g) ?? [])
    .map((member) => member.replace(/^.*": "/, '').slice(0, -1));
  const own = { 'name of a user': stays.marks['what the user wrote'] ?? '' };
  const bank = [...new Set(texts)].slice(0, 20);
  return { ...own, ...Object.fromEntries(bank.map((text) => [`of the bank: ${text}`, text])) };
}

/** Columns with data of banks and users; stored replies to commands are deleted after a day. */
const DATA_COLUMNS = new Set([
  'api_gateway.accounts.document',
  'api_gateway.connections.document',
  'api_gateway.destinations.document',
  'api_gateway.feeds.name',
  'api_gateway.rule_applications.document',
  'api_gateway.rule_logs.new_value',
  'api_gateway.rule_logs.previous_value',
  'api_gateway.rules.document',
  'api_gateway.security_events.details',
  'api_gateway.tokens.name',
  'api_gateway.transactions.raw',
  'api_gateway.transactions.searched',
  'api_gateway.transactions.shaped',
  'api_gateway.users.email',
  'api_gateway.users.name',
  'api_gateway.webhook_endpoints.document',
  'api_gateway.webhook_events.data',
  'ingestion_sync.connections.reference',
  'ingestion_sync.financial_accounts.profile',
  'ingestion_sync.processed_commands.reply',
  'ingestion_sync.transactions.document',
  'ingestion_sync.transactions.raw',
  'rule_engine.accounts.facts',
  'rule_engine.processed_commands.reply',
  'rule_engine.rule_actions.value',
  'rule_engine.rule_applications.changes',
  'rule_engine.rule_logs.new_value',
  'rule_engine.rule_logs.previous_value',
  'rule_engine.rules.description',
  'rule_engine.rules.name',
  'rule_engine.shaped_transactions.outputs',
  'rule_engine.shaped_transactions.raw',
  'rule_engine.shaped_transactions.shaped',
  'transfer_engine.destination_connections.name',
  'transfer_engine.transfers.content',
  'transfer_engine.transfers.sent_content',
  'webhook_dispatcher.accounts.document',
  'webhook_dispatcher.delivery_contents.content',
  'webhook_dispatcher.recorded_events.data',
  'webhook_dispatcher.webhook_endpoints.description',
  'webhook_dispatcher.webhook_endpoints.url',
]);

interface Line {
  readonly service: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const EDITED = `Written by ${GONE} by hand`;

describe('an export', () => {
  let lines: Line[];
  let text: string;
  let editedId: string;

  beforeAll(async () => {
    const [one] = await system.data<{ id: string }[]>(
      'GET',
      '/finance/transactions?page[size]=1',
      gone.token,
    );
    editedId = one?.id ?? '';
    const edit = { additional_information: EDITED };
    await system.data('PUT', `/finance/transactions/${editedId}`, gone.token, edit);
  });

  let wholeId: string;

  beforeAll(async () => {
    const [one] = await system.data<{ id: string; amount: string }[]>(
      'GET',
      '/finance/transactions?page[size]=1',
      gone.token,
    );
    if (!one) throw new Error('there is no transaction');
    wholeId = one.id;
    const cents = Math.round(Number(one.amount) * 100);
    const parts = [{ amount: '0.01' }, { amount: ((cents - 1) / 100).toFixed(2) }];
    await system.data('POST', `/finance/transactions/${wholeId}/split`, gone.token, { parts });
  });

  it('is collected in the background, over the bus, also if a service is down for a while', async () => {
    expect((await system.rest('GET', '/user/export', gone.token)).status).toBe(404);
    await system.stopOne('rule-engine');
    const { status, body } = await system.rest('POST', '/user/exports', gone.token);
    expect([status, body.data]).toMatchObject([202, { status: 'PREPARING', services_total: '5' }]);
    const again = await system.data<{ id: string }>('POST', '/user/exports', gone.token);
    expect(again.id).toBe((body.data as { id: string }).id);
    await system.startOne('rule-engine');
    await eventually(
      async () =>
        expect(await system.data('GET', '/user/exports', gone.token)).toMatchObject([{ status: 'READY' }]),
      { timeoutMs: 60_000 },
    );
    text = await system.text('/user/export', gone.token);
    lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines[0]).toMatchObject({ kind: 'export', data: { format: 'tributary-export', version: 1 } });
    expect(lines.at(-1)).toEqual({
      service: 'api-gateway',
      kind: 'end',
      data: { lines: lines.length - 2 },
    });
    expect(await system.text('/user/export', gone.token, 'identity')).toBe(text);
  });

  it('has all data of the user from every table, and no other user’s data', async () => {
    const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
    const ofUser = rowsOfUser(await dump(), gone.id);
    const rows = (table: string) => ofUser.filter((row) => row.table === table).length;
    const total = await system.total('/finance/transactions?filter[split]=NONE,PART,SPLIT', gone.token);
    expect(total).toBeGreaterThan(5);
    expect(count('transactions')).toBe(total);
    expect(count('shaped_transactions')).toBe(rows('rule_engine.shaped_transactions'));
    expect(count('rule_logs')).toBe(rows('rule_engine.rule_logs'));
    expect(count('transfers')).toBe(rows('transfer_engine.transfers'));
    expect(count('webhook_events')).toBe(rows('webhook_dispatcher.recorded_events'));
    for (const kind of KINDS) expect([kind, count(kind)]).toEqual([kind, expect.any(Number)]);
    expect(KINDS.filter((kind) => count(kind) === 0)).toEqual([]);
    expect(lines.find(({ kind }) => kind === 'transactions')?.data['raw']).toBeDefined();
    expect(text).not.toContain(STAYS);
  });

  it('has what the user set on a transaction, beside what the bank reported', () => {
    const found = lines.find(({ kind, data }) => kind === 'transactions' && String(data['id']) === editedId);
    expect(found?.data['edits']).toMatchObject({ additional_information: EDITED });
    expect(JSON.stringify(found?.data['raw'])).not.toContain(EDITED);
  });

  it('has each part of a split with what it is a part of', () => {
    const rows = lines.filter(({ kind }) => kind === 'transactions').map(({ data }) => data);
    const whole = rows.find(({ id }) => String(id) === wholeId);
    const parts = rows.filter(({ split_of: of }) => String(of) === wholeId);
    expect((whole?.['split'] as { parts: unknown[] }).parts).toEqual(parts.map(({ id }) => id));
    expect(parts).toMatchObject([{ edits: { amount: '0.01' } }, { edits: { currency: 'EUR' } }]);
  });

  it('has no secret, no hash of one and no encrypted value', () => {
    for (const secret of Object.values(gone.secrets)) expect(text).not.toContain(secret);
    const members = new Set(lines.flatMap(({ data }) => Object.keys(data)));
    expect([...members].filter((name) => /secret$|password|hash$|sealed|^token$/.test(name))).toEqual([
      'content_hash',
    ]);
  });
});

/** The kinds of resources that a filled user has. */
const KINDS = [
  'user',
  'tokens',
  'security_events',
  'feeds',
  'connections',
  'accounts',
  'balances',
  'institution_configs',
  'transactions',
  'rules',
  'rule_conditions',
  'rule_actions',
  'rule_logs',
  'rule_applications',
  'rules_of_accounts',
  'shaped_transactions',
  'destination_connections',
  'destination_accounts',
  'transfer_links',
  'transfers',
  'transfer_logs',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_contents',
  'webhook_events',
];

it('a deleted user is erased from all five schemas, and no other user is', async () => {
  const before = await dump();
  // Shows that the search works: the data was in all tables before.
  expect(tablesOf(rowsOfUser(before, gone.id)).length).toBeGreaterThan(25);
  expect(tablesOf(rowsWith(before, GONE)).length).toBeGreaterThan(10);
  const keptOfTheOther = (rows: readonly DumpedRow[]) =>
    tablesOf(rowsOfUser(rows, stays.id)).filter((table) => table !== WORK_LIST);
  const ofTheOther = keptOfTheOther(before);

  const app = await system.data<{ id: string; token: string }>('POST', '/tokens', gone.token, {
    name: 'restricted',
    scopes: ['profile:read'],
    financial_accounts: null,
  });
  expect((await system.rest('DELETE', '/user', app.token)).status).toBe(403);
  const { status, body } = await system.rest('DELETE', '/user', gone.token, await passwordOf(gone.id));
  expect(status).toBe(202);
  expect((await system.rest('GET', '/user', gone.token)).status).toBe(401);
  const { id } = body.data as Erasure;
  const erasure = await eventually(
    async () => {
      const { data } = (await system.rest('GET', `/user-erasures/${id}`)).body;
      expect(data).toMatchObject({ status: 'ERASED', services_erased: '5' });
      return data as Erasure;
    },
    { timeoutMs: 40_000 },
  );
  expect(erasure.erased_at).not.toBeNull();
  await expectNoTrace();
  expect(keptOfTheOther(await dump())).toEqual(ofTheOther);
  expect(await consentsAtTheBank()).toBe(1);
});

it('late events restore no data in any service', async () => {
  for (const contract of LATE) {
    for (const version of [1, 1_000_000]) {
      await system.publish(contract, gone.accountId, lateEvent(contract, version));
    }
  }
  await settled();
  await expectNoTrace();
});

it('signing up again with the same e-mail address creates another user with another id', async () => {
  const email = gone.marks['the e-mail address'] ?? '';
  const again = await system.user(email, 'Somebody');
  expect(again.id).not.toBe(gone.id);
  expect((await system.rest('GET', '/finance/accounts', again.token)).body.data).toEqual([]);
  expect((await system.rest('DELETE', '/user', again.token, await passwordOf(again.id))).status).toBe(202);
});

/** Events of every topic that could be about the user. */
const LATE: readonly EventContract[] = [
  AccountUpsertedV1,
  AccountDeletedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  HoldingsSnapshottedV1,
  TransactionUpsertedV1,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
  RuleUpsertedV1,
  RuleLoggedV1,
  DestinationUpsertedV1,
  ...EVENTS.filter(({ producer, topic }) => producer !== 'api-gateway' && topic.endsWith('.upserted')),
];

function lateEvent({ sample }: EventContract, version: number): never {
  const named = JSON.stringify(sample).replaceAll(/"payee":"[^"]*"/g, `"payee":"${GONE}"`);
  const payload = { ...(JSON.parse(named) as object), userId: gone.id, version };
  return payload as never;
}

/** Waits until the bus is empty. */
async function settled(): Promise<void> {
  await eventually(async () =>
    expect((await dump()).filter(({ table }) => table.endsWith('.outbox'))).toEqual([]),
  );
}

async function expectNoTrace(): Promise<void> {
  const rows = await dump();
  expect(tablesOf(rowsOfUser(rows, gone.id))).toEqual([]);
  for (const mark of Object.values(gone.marks)) {
    expect([mark, tablesOf(rowsWith(rows, mark))]).toEqual([mark, []]);
  }
  for (const secret of Object.values(gone.secrets)) expect(rowsWith(rows, secret)).toEqual([]);
}

/** Returns the consents that the institution still grants. */
async function consentsAtTheBank(): Promise<number> {
  const rows = await dump();
  return rows.filter(({ table }) => table === 'ingestion_sync.connections').length;
}
