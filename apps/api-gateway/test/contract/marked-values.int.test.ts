import {
  AccountUpsertedV1,
  ApplyFileImport,
  BeginFileImport,
  ChangeFileImport,
  CreateRule,
  CreateTransactions,
  DEFAULT_ACCOUNT_CONFIG,
  EndFileUpload,
  FindSeries,
  ListFileImportEntries,
  ListFileImports,
  ListUnreadRows,
  PreviewRule,
  ShowFileImport,
  ShowInstitutionConfig,
  ShowReportedTransaction,
  StoreFilePiece,
  UndoFileImport,
  UndoRuleLogs,
  UpdateAccount,
  UpdateRule,
  UpdateTransactions,
} from '@tributary/contracts';
import { FILTER_LENGTH_MAX, FILTER_VALUES_MAX } from '@tributary/http';
import { Consumption } from '@tributary/messaging';
import fc from 'fast-check';
import { Scope, SCOPES } from '../../src/identity/permissions/scopes';
import { fake, GatewayUnderTest } from '../gateway-under-test';
import { Operation, operationsOf, routeOf, servedDocument } from './api-document';
import { SAMPLE_IDS as ID } from './filled-events';
import {
  ACCOUNT,
  CHANGE,
  LOG,
  MARKS,
  markedRule,
  MARKED_IMPORT,
  MARKED_REPORTED,
  MARKED_UNREAD_ROW,
  publishMarked,
  TRANSACTIONS,
} from './marked-world';
import { validRequest } from './valid-bodies';
import { TIME } from './world.documents';
import { bulkOf } from '../samples';

/** Sets of scopes that are tried beside all of them. */
const SETS = process.env['FULL'] === '1' ? 60 : 2;
const SEED = Number(process.env['SEED'] ?? 20_261_122);

/** A request, and the route that it counts for in the table. */
interface Question {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Asks for what has a mark: to find anything would say that it is there. */
  readonly looksForMark: boolean;
}

let gateway: GatewayUnderTest;
let userId: number;
let questions: Question[];
const played: Consumption[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('marked@example.com');
  await publishMarked(gateway, userId);
  played.push(await playRuleEngine(), await playIngestion());
  questions = operationsOf(await servedDocument(gateway)).flatMap(questionsOf);
}, 60_000);
afterAll(async () => {
  for (const one of played) await one.stop();
  await gateway.close();
});

function playRuleEngine(): Promise<Consumption> {
  const [, , edited] = TRANSACTIONS;
  const document = edited?.raw ?? fail();
  const match = {
    transactionId: 2003,
    financialAccountId: ID.accountId,
    createdAt: TIME,
    updatedAt: TIME,
    transferLinkId: null,
    before: document,
    after: document,
    destinationFieldsBefore: {},
    destinationFieldsAfter: {},
    skip: false,
    changes: [CHANGE],
    error: null,
  };
  const log = { ...LOG, id: 2901, kind: 'UNDONE' as const, undoes: LOG.id, financialAccountId: ID.accountId };
  return gateway.playOwner(
    fake(PreviewRule, () => ({
      scanned: 1,
      matched: 1,
      changed: 1,
      failed: 0,
      more: false,
      matches: [match],
    })),
    fake(FindSeries, () => ({ series: [], scanned: 0, more: false })),
    fake(UndoRuleLogs, () => ({
      results: [{ ruleLogId: LOG.id, success: true, message: 'Undone.', error: null, log }],
      shaped: [],
    })),
    fake(CreateRule, () => markedRule(userId)),
    fake(UpdateRule, () => markedRule(userId)),
  );
}

function playIngestion(): Promise<Consumption> {
  const upserted = TRANSACTIONS.map(({ id, raw }) => ({
    id,
    version: 1,
    createdAt: TIME,
    updatedAt: TIME,
    document: raw,
  }));
  const changes = { financialAccountId: ID.accountId, userId, upserted, removed: [], settlements: [] };
  return gateway.playOwner(
    fake(CreateTransactions, () => bulkOf(ID.transactionId, changes)),
    fake(UpdateTransactions, () => bulkOf(ID.transactionId, changes)),
    fake(ShowInstitutionConfig, () => ({ config: DEFAULT_ACCOUNT_CONFIG })),
    fake(ListFileImports, () => ({ imports: [MARKED_IMPORT], total: 1 })),
    fake(ShowFileImport, () => MARKED_IMPORT),
    fake(ListFileImportEntries, () => ({ entries: [], total: 0 })),
    fake(ShowReportedTransaction, () => ({ document: MARKED_REPORTED })),
    fake(ListUnreadRows, () => ({ rows: [MARKED_UNREAD_ROW], total: 1 })),
    fake(BeginFileImport, () => ({ id: MARKED_IMPORT.id })),
    fake(StoreFilePiece, () => ({ bytes: 1 })),
    fake(EndFileUpload, () => MARKED_IMPORT),
    fake(ChangeFileImport, () => MARKED_IMPORT),
    fake(ApplyFileImport, () => ({ fileImport: MARKED_IMPORT, accounts: [] })),
    fake(UndoFileImport, () => MARKED_IMPORT),
    fake(UpdateAccount, () => ({ ...AccountUpsertedV1.sample, version: 1000, userId, document: ACCOUNT })),
  );
}

const fail = (): never => {
  throw new Error('there is no such transaction');
};

/** Changes whose owners are played here; what the others answer with is no one's values. */
const CHANGES = [
  'POST /rules',
  'PUT /rules/{ruleId}',
  'POST /rules/preview',
  'PUT /rule-logs/undo',
  'PUT /rule-logs/undo-bulk',
  'PUT /finance/transactions/{transactionId}',
  'PUT /finance/accounts/{accountId}',
  'POST /finance/imports',
  'PATCH /finance/imports/{importId}',
  'POST /finance/imports/{importId}/apply',
  'POST /finance/imports/{importId}/undo',
];

/** Every route with each include, each flag, each sort, and each filter by what marks have in them. */
function questionsOf(operation: Operation): Question[] {
  const { method, query, scopes, path } = operation;
  const route = routeOf({ method, path });
  const ids = { ...ID, transactionId: 2003, ruleLogId: LOG.id };
  if (scopes.length === 0) return [];
  if (method !== 'GET') {
    if (!CHANGES.includes(route)) return [];
    return [{ route, method, ...validRequest(operation, ids), looksForMark: false }];
  }
  const { path: at, headers, body } = validRequest(operation, ids);
  const asked = query.flatMap(({ name, schema }) => valuesOf(name, schema).map((value) => ({ name, value })));
  return [
    { route, method, path: at, headers, body, looksForMark: false },
    ...asked.map(({ name, value }) => ({
      route,
      method,
      path: `${at}?${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
      headers,
      body,
      looksForMark: value.includes('~'),
    })),
  ];
}

function valuesOf(name: string, schema: Readonly<Record<string, unknown>>): string[] {
  const { items, examples, type, format } = schema as {
    items?: { enum?: string[] };
    examples?: string[];
    type?: string;
    format?: string;
  };
  if (name === 'include') return [...(items?.enum ?? []), (items?.enum ?? []).join(',')];
  if (name === 'page[size]') return ['100'];
  if (type === 'boolean') return ['true'];
  if (!name.startsWith('filter') || format?.startsWith('date') || examples) return [];
  return ['~', ...everyMark()];
}

/** Each mark, in as few values of a filter as take them all: what a filter compares need not have its name. */
function everyMark(): string[] {
  const lists: string[] = [];
  for (const mark of marksOfWorld()) {
    const last = lists.at(-1);
    if (last !== undefined && last.length + mark.length < FILTER_LENGTH_MAX && !endsList(last))
      lists[lists.length - 1] = `${last},${mark}`;
    else lists.push(mark);
  }
  return lists;
}

function endsList(list: string): boolean {
  return list.split(',').length >= FILTER_VALUES_MAX;
}

function marksOfWorld(): string[] {
  const things = [
    TRANSACTIONS,
    ACCOUNT,
    markedRule(userId),
    LOG,
    CHANGE,
    MARKED_IMPORT,
    MARKED_REPORTED,
    MARKED_UNREAD_ROW,
  ];
  return [...new Set(JSON.stringify(things).match(MARKS))];
}

interface Seen {
  readonly status: number;
  readonly marks: readonly string[];
  readonly found: boolean;
}

async function ask({ method, path, headers, body }: Question, token: string): Promise<Seen> {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
  });
  const text = await response.text().catch((cause: unknown) => {
    const encoding = response.headers.get('content-encoding');
    throw new Error(`${method} ${path}: ${response.status}, encoding ${encoding}, cannot be read`, { cause });
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson) {
    // A file with a line of names: the lines after it are what was found.
    return { status: response.status, marks: text.match(MARKS) ?? [], found: text.split('\r\n').length > 2 };
  }
  const { data, links: _links, meta, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const available = (meta as Record<string, unknown> | undefined)?.['available_financial_accounts'];
  const shown = JSON.stringify([data, rest, available]);
  return {
    status: response.status,
    marks: shown.match(MARKS) ?? [],
    found: response.status < 300 && Array.isArray(data) && data.length > 0,
  };
}

async function askAll(scopes: readonly Scope[]): Promise<{ question: Question; seen: Seen }[]> {
  const token = await gateway.token({ userId, scopes: [...scopes] });
  const all: { question: Question; seen: Seen }[] = [];
  for (const question of questions) all.push({ question, seen: await ask(question, token) });
  expect(all.filter(({ seen }) => seen.status === 429 || seen.status >= 500)).toEqual([]);
  return all;
}

const UNSEEING = SCOPES.filter((scope) => scope !== 'sensitive:read');

describe('marked values', () => {
  it('never appear without sensitive:read, whatever else was granted', async () => {
    const sampled = fc.sample(fc.subarray(UNSEEING, { minLength: 1 }), { numRuns: SETS, seed: SEED });
    const sets = [UNSEEING, ...sampled];
    const rows = new Map<string, number>();
    let [answers, marks] = [0, 0];
    for (const scopes of sets) {
      for (const { question, seen } of await askAll(scopes)) {
        rows.set(question.route, (rows.get(question.route) ?? 0) + (seen.status < 300 ? 1 : 0));
        answers += seen.status < 300 ? 1 : 0;
        marks += seen.marks.length;
        expect({ scopes, ...question, marks: seen.marks }).toEqual({ scopes, ...question, marks: [] });
        if (question.looksForMark && seen.found)
          throw new Error(
            `${decodeURIComponent(question.path)} finds what is hidden: the filter needs 'sensitive:read', or compares by 'visibleName'`,
          );
      }
    }
    expect(answers).toBeGreaterThan(questions.length / 2);
    process.stdout.write(
      `marked values: ${rows.size} routes x ${sets.length} scope sets, ${questions.length} questions each: ` +
        `${answers} answers with content, marks seen: ${marks}\n`,
    );
  }, 600_000);

  it('all appear with sensitive:read, so the test can fail', async () => {
    const all = await askAll(SCOPES);
    const seen = new Set(all.flatMap((one) => one.seen.marks));
    expect(marksOfWorld().filter((mark) => !seen.has(mark))).toEqual([]);
    expect(all.some(({ question, seen: { found } }) => question.looksForMark && found)).toBe(true);
  }, 120_000);
});
