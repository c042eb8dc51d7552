import { COMMANDS, Caller, Problem, RuleUpsertedV1 } from '@tributary/contracts';
import { SHARE_SEED } from '@tributary/testing';
import { GatewayUnderTest, FakeCommand } from '../gateway-under-test';
import { Operation, operationsFor, pathWith } from './api-document';
import { filled, publishFilled, SAMPLE_IDS as OWN, PUBLISHED } from './filled-events';
import { playAllOwners } from './played-owners';
import { validRequest } from './valid-bodies';

const FOREIGN = 1000;
const UNGRANTED = 500;

let gateway: GatewayUnderTest;
let userId: number;
let otherId: number;
let operations: Operation[];
/** Of what is not in the query model. */
let stopOwners: () => Promise<void>;
let tokens: Readonly<Record<'owner' | 'restricted' | 'other', string>>;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  otherId = await gateway.user('other@example.com');
  tokens = {
    owner: await gateway.token({ userId }),
    restricted: await gateway.token({ userId, accountIds: [OWN.accountId] }),
    other: await gateway.token({ userId: otherId }),
  };
  operations = await operationsFor('isolation', gateway);
  stopOwners = await playAllOwners(gateway, userId, { refuses: 'never', onCommand: () => undefined });
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  await gateway.publish(RuleUpsertedV1, 5, ruleOfBoth());
});
afterAll(() => gateway.close());

/** A rule of the user that stands on the granted account and link, and on those that are not. */
function ruleOfBoth() {
  const { payload, sample } = RuleUpsertedV1;
  const rule = filled(payload, sample, '', { userId, mark: 'OWN', offset: 0 }) as typeof sample;
  const at = (id: number) => [id, id + UNGRANTED].map((one) => ({ id: one, position: 1 }));
  const attached = { transfer_links: at(OWN.transferLinkId), financial_accounts: at(OWN.accountId) };
  return { ...rule, version: rule.version + 1, document: { ...rule.document, ...attached } };
}

/** Every GET that there is: plain, with each include, sort and flag, and each filter by own and by foreign values. */
function questions(): string[] {
  return operations
    .filter(({ method, scopes }) => method === 'GET' && scopes.length > 0)
    .flatMap((operation) => {
      const path = pathWith(operation.path, OWN);
      const queries = operation.query.flatMap(({ name, schema }) =>
        valuesOf(name, schema).map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
      );
      return ['', ...queries].map((query) => `${path}?${query}`);
    });
}

/** By default each filter takes an eighth of the values in turn, beginning elsewhere with each commit. */
let turn = SHARE_SEED;

function valuesOf(name: string, schema: Readonly<Record<string, unknown>>): string[] {
  const { items, type, format } = schema as { items?: { enum?: string[] }; type?: string; format?: string };
  const names = items?.enum ?? [];
  if (name === 'include') return [...names, names.join(',')];
  if (name === 'sort') return names;
  if (name === 'page[size]') return ['1', '100'];
  if (name === 'page[number]') return ['2'];
  if (type === 'boolean') return ['true'];
  if (format === 'date') return ['2026-03-02', '2020-01-01'];
  if (format === 'date-time') return ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];
  const ids = [17, 17 + FOREIGN, 17 + UNGRANTED, 1001, 1001 + FOREIGN, 3, 3 + FOREIGN, 8, 5, 21].map(String);
  const field = /[\w]+(?=\]$)/.exec(name)?.[0] ?? '';
  const texts = ['OWN', 'FOREIGN', 'UNGRANTED'].flatMap((mark) => [mark, `${mark} ${field}`]);
  const known = ['true', 'EUR', 'PENDING,TRANSFERRED,FAILED,SKIPPED,NONE'];
  const all = [ids.join(','), ...texts, ...known, ...ids];
  turn += 1;
  return process.env['FULL'] ? all : all.filter((_, index) => (index + turn) % 8 === 0);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(token: string, question: string): Promise<Answer> {
  const response = await fetch(`${gateway.url}/api/v1${question}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, text: await response.text() };
}

async function answers(token: string, all: readonly string[]): Promise<Map<string, Answer>> {
  const received = new Map<string, Answer>();
  const waiting = [...all];
  const next = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
      received.set(one, await ask(token, one));
  };
  await Promise.all([next(), next(), next(), next()]);
  return received;
}

function expectSame(before: Map<string, Answer>, after: Map<string, Answer>): void {
  const different = [...before].filter(([question, answer]) => after.get(question)?.text !== answer.text);
  expect(
    different.map(([question, answer]) => ({
      question,
      before: answer.text,
      after: after.get(question)?.text,
    })),
  ).toEqual([]);
}

describe('another user’s data', () => {
  it('changes no answer by a byte: not by filter, search, include, sort or total', async () => {
    const all = questions();
    const [owner, restricted] = [await answers(tokens.owner, all), await answers(tokens.restricted, all)];
    expect([...owner.values()].filter(({ status }) => status >= 500)).toEqual([]);
    expect([...owner.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(all.length / 3);

    const ofUsers = PUBLISHED.filter(({ topic }) => topic !== 'institution.upserted'); // those are everyone's
    await publishFilled(gateway, { userId: otherId, mark: 'FOREIGN', offset: FOREIGN }, ofUsers);
    expectSame(owner, await answers(tokens.owner, all));

    const ofAccounts = PUBLISHED.filter(
      ({ topic, keyedBy }) => keyedBy.toLowerCase().includes('account') || topic === 'account.upserted',
    );
    const shared = ['financial_connection_id', 'destination_id', 'ruleId', 'actionId'];
    await publishFilled(gateway, { userId, mark: 'UNGRANTED', offset: UNGRANTED, shared }, ofAccounts);
    expectSame(restricted, await answers(tokens.restricted, all));
  }, 300_000);

  it('is visible to that user, so the test can fail', async () => {
    const answer = await answers(tokens.other, ['/finance/transactions?', '/finance/accounts?']);
    for (const { text } of answer.values()) {
      expect(text).toContain('FOREIGN');
      expect(text).not.toContain('OWN');
    }
    const own = await answers(tokens.owner, ['/finance/transactions?', '/finance/accounts?']);
    for (const { text } of own.values()) expect(text).toContain('UNGRANTED');
  });

  it('is 404 by its id, like an unknown id', async () => {
    const named = operations.filter(({ method, path }) => method === 'GET' && path.includes('{'));
    const shifted = (by: number) =>
      Object.fromEntries(Object.entries(OWN).map(([name, id]) => [name, id + by]));
    const isOfUsers = ({ path }: Operation) => !path.includes('institution'); // those are everyone's
    for (const { path } of named.filter(isOfUsers)) {
      const missing = await ask(tokens.owner, pathWith(path, shifted(777_000)));
      expect(missing).toMatchObject({
        status: 404,
        text: '{"message":"Resource not found.","docs_url":"/docs/errors/not-found"}',
      });
      expect({ path, answer: await ask(tokens.owner, pathWith(path, shifted(FOREIGN))) }).toEqual({
        path,
        answer: missing,
      });
      if (!path.includes('{accountId}')) continue;
      const answer = await ask(tokens.restricted, pathWith(path, shifted(UNGRANTED)));
      expect({ path, answer }).toEqual({ path, answer: missing });
    }
  });

  it('cannot be changed: owners receive the caller and the granted accounts', async () => {
    await stopOwners();
    const callers: Caller[] = [];
    const services = [...new Set(COMMANDS.map(({ service }) => service))];
    const played = await Promise.all(
      services.map((service) =>
        gateway.playOwner(
          ...COMMANDS.filter((one) => one.service === service).map((contract): FakeCommand => ({
            contract,
            answer: (_payload, caller) => {
              callers.push(caller);
              throw Problem.notFound();
            },
          })),
        ),
      ),
    );
    const changes = operations.filter(({ method, scopes }) => method !== 'GET' && scopes.length > 0);
    for (const operation of changes) {
      const { method } = operation;
      const { path, headers, body } = validRequest(operation, { ...OWN, reviewId: 31, feedId: 1 });
      const response = await fetch(`${gateway.url}/api/v1${path}`, {
        method,
        headers: { ...headers, authorization: `Bearer ${tokens.restricted}` },
        body,
      });
      expect({ method, path, fault: response.status >= 500 }).toEqual({ method, path, fault: false });
    }
    for (const one of played) await one.stop();
    expect(callers.length).toBeGreaterThan(2);
    for (const caller of callers) expect(caller).toMatchObject({ userId, accountIds: [OWN.accountId] });
  });
});
