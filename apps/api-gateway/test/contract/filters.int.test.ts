import { OpenAPIObject } from '@nestjs/swagger';
import { workspaceRoot } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Operation, operationsOf, pathWith, routeOf } from './api-document';
import { ForeignWorld, OWNER, startForeignWorld } from './foreign-world';

type Row = Readonly<Record<string, unknown>>;
/** A value that selects a row, and one that does not. */
type Values = readonly [string, string];

/** Lists whose filters are played elsewhere, by rows that this world does not have, or by their owner. */
const PLAYED_ELSEWHERE: Readonly<Record<string, string>> = {
  'GET /finance/transactions': 'test/contract/transactions.statements.ts',
  'GET /finance/transactions/export': 'test/api/transactions/transaction-export.int.test.ts',
  'GET /finance/removed-transactions': 'test/api/transactions/following-changes.int.test.ts',
  'GET /finance/imports': 'ingestion-sync answers: its test/imports',
  'GET /finance/imports/{importId}/entries': 'ingestion-sync answers: its test/imports',
  'GET /finance/overview/net-worth': 'test/api/overview/overview.int.test.ts',
  'GET /finance/overview/balances': 'test/api/overview/overview.int.test.ts',
  'GET /finance/overview/cash-flow': 'test/api/overview/overview.int.test.ts',
  'GET /finance/overview/counterparties': 'test/api/overview/overview.int.test.ts',
  'GET /webhooks/samples': 'those of GET /webhooks/events',
};

const NO_ID = '4999999';
/** What stands for the first id of a list that an event's sample has empty. */
const FILLED_ID = '1';
const NO_TEXT = 'none of these';

/** Filters of every list that has them. */
const EVERYWHERE: Readonly<Record<string, (row: Row) => Values>> = {
  created_after: ({ created_at }) => [dayOf(created_at), '2999-12-31'],
  created_before: ({ created_at }) => [dayOf(created_at), '2000-01-01'],
  search: ({ name }) => [String(name).toUpperCase(), NO_TEXT],
};

/** Of `gone_at`. */
const GONE = {
  gone: ({ gone_at: at }: Row): Values => (at === null ? ['false', 'true'] : ['true', 'false']),
};

/** Filters that are named otherwise than the member of the row that they compare. A further one belongs here. */
const OTHERWISE_NAMED: Readonly<Record<string, Readonly<Record<string, (row: Row) => Values>>>> = {
  'GET /finance/transfer-pairs': {
    financial_account_id: ({ outgoing }) => [memberOf(outgoing, 'financial_account_id'), NO_ID],
    transaction_id: ({ incoming }) => [memberOf(incoming, 'transaction_id'), NO_ID],
  },
  'GET /finance/accounts': { reference: () => ['OWN reference', NO_TEXT] },
  'GET /finance/connections': { integrator: () => ['PROVIDER_A', 'PROVIDER_B'] },
  'GET /destinations/budgeta/accounts': ofConnection('budgetaConnectionId'),
  'GET /destinations/budgetb/accounts': ofConnection('budgetbConnectionId'),
  'GET /destinations/sheets/sheets': ofConnection('sheetsConnectionId'),
  'GET /destinations/workspace/data-sources': ofConnection('workspaceConnectionId'),
  'GET /destinations/budgeta/connections/{budgetaConnectionId}/categories': GONE,
  'GET /destinations/budgetb/connections/{budgetbConnectionId}/categories': GONE,
  'GET /transfer-links': { history_state: ({ history }) => [memberOf(history, 'state'), 'STOPPED'] },
  'GET /rules': {
    compatible_destinations: () => ['BUDGETA', 'SHEETS'],
    action_type: ({ actions }) => [memberOf(actions, 'action_type'), 'SKIP_TRANSFER'],
    field_name: ({ conditions }) => [memberOf(conditions, 'field_name'), NO_TEXT],
    financial_account_id: () => [FILLED_ID, NO_ID],
    transfer_link_id: () => [String(world.own['transferLinkId']), NO_ID],
  },
  'GET /rule-logs': { undone: () => ['false', 'true'] },
  'GET /webhooks': { event: ({ events }) => [String((events as string[])[0]), 'rule.disabled'] },
  'GET /webhooks/{webhookId}/deliveries': {
    transaction_id: () => ['3001', NO_ID],
  },
  'GET /webhooks/events': {
    financial_account_id: () => [String(world.own['accountId']), NO_ID],
    after: ({ id }) => [String(Number(id) - 1), String(id)],
  },
};

function ofConnection(idName: string) {
  return { connection_id: () => [String(world.own[idName]), NO_ID] as const };
}

function dayOf(moment: unknown): string {
  return String(moment).slice(0, 10);
}

/** Of the object, or of the first one in a list. */
function memberOf(thing: unknown, name: string): string {
  const [first] = [thing].flat() as Row[];
  return String(first?.[name]);
}

const DOCUMENT = JSON.parse(
  readFileSync(path.join(workspaceRoot(), 'docs/openapi.json'), 'utf8'),
) as OpenAPIObject;
const LISTS = operationsOf(DOCUMENT)
  .map((operation) => ({ route: routeOf(operation), path: operation.path, filters: filtersOf(operation) }))
  .filter(({ filters }) => filters.length > 0);

interface Filter {
  readonly name: string;
  /** The values that it takes; none if it takes any. */
  readonly allowed: readonly string[];
}

function filtersOf({ method, query }: Operation): Filter[] {
  if (method !== 'GET') return [];
  return query.flatMap(({ name, schema }) => {
    const [, filter] = /^filter\[(.+)\]$/.exec(name) ?? [];
    const { examples = [] } = schema as { examples?: string[] };
    return filter === undefined ? [] : [{ name: filter, allowed: examples }];
  });
}

/** The value of the member of the filter's name, and one that no row has. */
function valuesOfMember({ name, allowed }: Filter, row: Row): Values | null {
  const value = name.split('.').reduce<unknown>((at, part) => (at as Row | undefined)?.[part], row);
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
  const text = String(value);
  const [other] = allowed.filter((one) => one !== text);
  if (other !== undefined) return [text, other];
  if (text === 'true' || text === 'false') return [text, text === 'true' ? 'false' : 'true'];
  if (/^\d+$/.test(text)) return [text, NO_ID];
  return [text, /^[A-Z]{3}$/.test(text) ? 'XTS' : NO_TEXT];
}

let world: ForeignWorld;
beforeAll(async () => {
  world = await startForeignWorld();
}, 60_000);
afterAll(() => world.stop());

async function rowsOf(path: string, query: string): Promise<readonly Row[]> {
  const { status, body } = await world.gateway.list(
    `${pathWith(path, world.own)}?page[size]=100&${query}`,
    world.senders[OWNER]?.token ?? '',
  );
  expect({ path, query, status }).toEqual({ path, query, status: 200 });
  return body.data;
}

const PLAYED = LISTS.filter(({ route }) => !(route in PLAYED_ELSEWHERE));

describe.each(PLAYED)('$route', ({ route, path, filters }) => {
  it.each(filters)('filter[$name] selects the rows with its value, and no others', async (filter) => {
    const rows = await rowsOf(path, '');
    const own = OTHERWISE_NAMED[route]?.[filter.name] ?? EVERYWHERE[filter.name];
    const found = rows.flatMap((row) => {
      const values = own ? own(row) : valuesOfMember(filter, row);
      return values ? [{ row, values }] : [];
    })[0];
    if (!found) throw new Error(`say in OTHERWISE_NAMED which value of filter[${filter.name}] selects a row`);
    const [value, other] = found.values.map(
      (text) => `filter[${filter.name}]=${encodeURIComponent(text)}`,
    ) as unknown as Values;
    const idsOf = (selected: readonly Row[]) => selected.map((row) => row['id'] ?? row['place']);
    const id = found.row['id'] ?? found.row['place'];
    expect(idsOf(await rowsOf(path, value))).toContain(id);
    expect(idsOf(await rowsOf(path, other))).not.toContain(id);
  });
});

it('filters that are named otherwise, and lists that are played elsewhere, are those of the document', () => {
  const filters = Object.fromEntries(LISTS.map((list) => [list.route, list.filters.map(({ name }) => name)]));
  expect(Object.keys(PLAYED_ELSEWHERE).filter((route) => !(route in filters))).toEqual([]);
  for (const [route, own] of Object.entries(OTHERWISE_NAMED))
    expect(filters[route]).toEqual(expect.arrayContaining(Object.keys(own)));
});
