import { Operation, operationsFor, Parameter, pathWith, Schema } from './api-document';
import { publishFilled, SAMPLE_IDS } from './filled-events';
import { GatewayUnderTest } from '../gateway-under-test';
import { playAllOwners } from './played-owners';
import { sendRaw } from './raw-request';

const IDS = SAMPLE_IDS;

/** By default each parameter takes one of the values in turn; all of them with `FULL=1`. */
let turn = 0;

function share(values: readonly string[]): readonly string[] {
  turn += 1;
  return process.env['FULL'] ? values : values.filter((_, index) => index === turn % values.length);
}

let gateway: GatewayUnderTest;
let token: string;
let lists: Operation[];
let operations: Operation[];
let stopOwners: () => Promise<void>;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  stopOwners = await playAllOwners(gateway, userId, { refuses: 'never', onCommand: () => undefined });
  operations = await operationsFor('bad input', gateway);
  lists = operations.filter(({ isList }) => isList);
});
afterEach(async () => {
  const { status } = await gateway.list('/finance/transactions?page[size]=1', token);
  expect(status).toBe(200); // the service goes on, whatever came before
});
afterAll(async () => {
  await stopOwners();
  await gateway.close();
});

/** What the lists answer to the parameter with the value, by the parameter's name where they do not take it. */
async function expectOfAll(
  parameters: (parameter: Parameter) => boolean,
  values: readonly string[],
  expected: 200 | 422,
): Promise<void> {
  let asked = 0;
  for (const list of lists) {
    for (const { name } of list.query.filter(parameters)) {
      for (const value of share(values)) {
        const query = `${encodeURIComponent(name)}=${value}`;
        const { status, body } = await gateway.list(`${pathWith(list.path, IDS)}?${query}`, token);
        const fields = Object.keys(body.errors ?? {});
        const right = expected === 200 ? [] : [name];
        expect({ path: list.path, query: query.slice(0, 80), status, fields }).toEqual({
          path: list.path,
          query: query.slice(0, 80),
          status: expected,
          fields: right,
        });
        asked += 1;
      }
    }
  }
  expect(asked).toBeGreaterThan(0);
}

const isFilter = ({ name }: Parameter): boolean => name.startsWith('filter[');
/** It takes any text that is not blank. */
const isText = ({ name, schema }: Parameter): boolean =>
  isFilter({ name, schema }) && !('format' in schema) && new RegExp(String(schema['pattern'])).test('\u2603');
const isDate = ({ schema }: Parameter): boolean => schema['format'] === 'date';
const isMoment = ({ schema }: Parameter): boolean => schema['format'] === 'date-time';
/** Of any size. */
const isAmount = ({ name }: Parameter): boolean => /^filter\[amount_m(in|ax)\]$/.test(name);
const isFlag = ({ schema }: Parameter): boolean => schema['type'] === 'boolean';
const isNamed = (name: string) => (parameter: Parameter) => parameter.name === name;

describe('each parameter of each list', () => {
  it('empty is 422 by its name', () => expectOfAll(() => true, ['', '%20'], 422));

  it('given twice is 422 by its name', async () => {
    for (const list of lists) {
      for (const { name } of list.query) {
        const query = `${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=1`;
        const { status, body } = await gateway.list(`${pathWith(list.path, IDS)}?${query}`, token);
        expect({ name, status, fields: Object.keys(body.errors ?? {}) }).toEqual({
          name,
          status: 422,
          fields: [name],
        });
      }
    }
  });

  it('too long is 422 by its name', () => expectOfAll(isFilter, ['1'.repeat(2001)], 422));

  it('of the wrong type is 422 by its name', async () => {
    const wrong = ['nonsense%00', '{}', '-', '1e9'];
    await expectOfAll(isAmount, wrong, 422);
    await expectOfAll((one) => !isText(one) && !isAmount(one), [...wrong, '99999999999999999999'], 422);
    await expectOfAll(isMoment, ['2026-02-30T12:00:00Z', '2026-03-02', '2026-03-02T12:00:00'], 422);
    await expectOfAll(isDate, ['2026-02-30', '2026-13-01', '0000-01-01', '2026-1-1', '01.02.2026'], 422);
    await expectOfAll(isFlag, ['2', 'yes,no', 'TRUE'], 422);
  });

  it('with SQL or LIKE signs is text, and matches no row', async () => {
    const signs = [
      `' or 1=1 --`,
      `'; drop table transactions; --`,
      '%',
      '_',
      '\\',
      '\\\\%',
      '"',
      '$1',
      '{{x}}',
    ];
    await expectOfAll(
      isText,
      signs.map((text) => encodeURIComponent(`\u2603${text}`)),
      200,
    );
    for (const sign of ['%', '_', '\\']) {
      const { body } = await gateway.list(
        `/finance/transactions?filter[creditor.name]=${encodeURIComponent(`\u2603${sign}`)}`,
        token,
      );
      expect(body.data).toEqual([]);
    }
  });

  it('with a null character or invalid UTF-8 is 422 by its name', async () => {
    await expectOfAll(isText, ['a%00b'], 422);
    await expectOfAll(isFilter, ['%ff', '%c3%28', '%ed%a0%80', '%', '%zz'], 422);
  });

  it('page[size] and page[number] are whole numbers from 1, of at most 100 rows', async () => {
    await expectOfAll(
      isNamed('page[size]'),
      ['0', '101', '-1', '1e9', '1000000000', '1.5', '%2B1', '0x10', 'NaN'],
      422,
    );
    await expectOfAll(isNamed('page[number]'), ['0', '-1', '1e9', '1.5', '99999999999', 'NaN'], 422);
    await expectOfAll(isNamed('page[number]'), ['1000000000'], 200);
  });

  it('sort and include accept only their own names', async () => {
    for (const name of ['sort', 'include']) {
      await expectOfAll(
        isNamed(name),
        ['__proto__', 'constructor', 'toString', 'id%20desc', '--id', 'id,,id', ',', '*'],
        422,
      );
    }
  });

  it('unknown is 422 by its name: prototypes, brackets in brackets, other cases', async () => {
    const names = [
      'filter[__proto__]',
      'filter[constructor]',
      'filter[hasOwnProperty]',
      'filter[a][b][c][d]',
      'filter[[[[[[]]]]]]',
      'filter',
      'filter[]',
      '__proto__',
      'constructor',
      'toString',
      'Sort',
      'page',
      'page[]',
      'page[size][]',
      '[',
      ' ',
    ];
    for (const list of lists) {
      for (const name of share(names)) {
        const { status, body } = await gateway.list(
          `${pathWith(list.path, IDS)}?${encodeURIComponent(name)}=1`,
          token,
        );
        expect({ name, status, fields: Object.keys(body.errors ?? {}) }).toEqual({
          name,
          status: 422,
          fields: [name],
        });
      }
    }
  });
});

describe('methods that a path does not support', () => {
  const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'];

  it('are 405 {message} with the supported ones, with a token and without', async () => {
    for (const path of new Set(operations.map((one) => one.path))) {
      const declared = operations.filter((one) => one.path === path).map(({ method }) => method);
      const allow = [...declared, ...(declared.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
      for (const method of METHODS.filter((one) => !declared.includes(one))) {
        const sender = share(['with', 'without'])[0] === 'with' ? token : undefined;
        const asked = { method, path: pathWith(path, IDS) };
        const { status, headers, body } = await gateway.request(`/api/v1${asked.path}`, {
          ...asked,
          token: sender,
        });
        expect({ ...asked, status, allow: headers.get('allow'), names: Object.keys(body) }).toEqual({
          ...asked,
          status: 405,
          allow,
          names: ['message', 'docs_url'],
        });
      }
    }
  });

  it('do not create a path: unknown paths stay 404', async () => {
    for (const method of METHODS) {
      const { status } = await gateway.request('/api/v1/finance/nothing', { method, token });
      expect({ method, status }).toEqual({ method, status: 404 });
    }
  });
});

describe('ids in paths', () => {
  it('that are impossible are 404', async () => {
    const ids = [
      '0',
      '-1',
      '1.5',
      'x',
      '%00',
      '%2e%2e',
      '99999999999999999999',
      '1'.repeat(300),
      `1'--`,
      '%F0%9F%98%80',
    ];
    for (const { path } of operations.filter((one) => one.method === 'GET' && one.path.includes('{'))) {
      for (const id of ids) {
        const asked = path.replaceAll(/\{\w+\}/g, id);
        const { status, body } = await gateway.request(`/api/v1${asked}`, { token });
        expect({ asked, status, body }).toEqual({
          asked,
          status: 404,
          body: { message: 'Resource not found.', docs_url: '/docs/errors/not-found' },
        });
      }
    }
  });

  it('with invalid UTF-8 are 404', async () => {
    for (const id of ['%ff', '%zz', '%']) {
      expect(await raw(`GET /api/v1/finance/accounts/${id} HTTP/1.1`)).toEqual({
        status: 404,
        body: { message: 'Resource not found.', docs_url: '/docs/errors/not-found' },
      });
    }
  });
});

describe('bodies', () => {
  const changes = (): Operation[] => operations.filter(({ body }) => body !== null);
  const send = async ({ method, path }: Operation, body: string) =>
    gateway.request(`/api/v1${pathWith(path, IDS)}`, { method, token, body });

  it('with an unknown member are 422 by its path, at every depth, of every changing route', async () => {
    for (const operation of operations.filter((one) => one.method !== 'GET' && !one.takesFile)) {
      for (const { body: text, path } of withUnknownMembers(operation.body ?? {})) {
        const { status, body } = await send(operation, JSON.stringify(text));
        const fields = Object.keys(body['errors'] ?? {});
        expect({ of: `${operation.method} ${operation.path}`, status, fields }).toEqual({
          of: `${operation.method} ${operation.path}`,
          status: 422,
          fields: expect.arrayContaining([path]) as string[],
        });
      }
    }
  });

  it('that are not JSON objects are 422 on the body', async () => {
    for (const operation of changes()) {
      for (const text of ['{', 'null', '[]', '"x"', '1', '{"a":1}}', '\0', '{"a":"\n"}']) {
        const { status, body } = await send(operation, text);
        expect({ text, status, fields: Object.keys(body['errors'] as object) }).toEqual({
          text,
          status: 422,
          fields: ['body'],
        });
      }
    }
  });

  it('that are nested too deeply are 422 on the body', async () => {
    for (const operation of changes()) {
      for (const text of [
        `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
      ]) {
        const { status, body } = await send(operation, text);
        expect({ status, fields: Object.keys(body['errors'] as object) }).toEqual({
          status: 422,
          fields: ['body'],
        });
      }
    }
  });

  it('with null characters or half characters are 422 by the field', async () => {
    for (const operation of changes()) {
      for (const text of [String.raw`{"name":"\u0000"}`, String.raw`{"name":"\ud800"}`]) {
        const { status, body } = await send(operation, text);
        expect({ status, fields: Object.keys(body['errors'] as object) }).toEqual({
          status: 422,
          fields: ['name'],
        });
      }
    }
  });

  it('with names of prototypes are 422 by their names', async () => {
    const text =
      '{"__proto__":{"url":"x"},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1,"toString":null,"then":1,"url":5}';
    const { status, body } = await send({ ...operation('/webhooks'), method: 'POST' }, text);
    expect({ status, fields: Object.keys(body['errors'] as object).sort() }).toEqual({
      status: 422,
      fields: ['__proto__', 'constructor'],
    });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('of more than 1 MB are 413', async () => {
    for (const operation of changes()) {
      const { status, body } = await send(operation, JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
      expect({ status, body }).toMatchObject({
        status: 413,
        body: { message: 'The request body is too large.' },
      });
    }
  });

  it('of just under 1 MB are accepted', async () => {
    const list = JSON.stringify({ ruleLogIds: Array.from({ length: 1001 }, () => 'x') }).padEnd(1_000_000);
    const { status, body } = await send({ ...operation('/rule-logs/undo-bulk'), method: 'PUT' }, list);
    expect({ status, fields: Object.keys(body['errors'] as object) }).toEqual({
      status: 422,
      fields: ['ruleLogIds'],
    });
    const values = JSON.stringify({ ruleLogIds: Array.from({ length: 250_000 }, () => 'x') });
    const { body: tooMany } = await send({ ...operation('/rule-logs/undo-bulk'), method: 'PUT' }, values);
    expect(tooMany['errors']).toEqual({ body: ['The body must have at most 20000 values in all.'] });
  });

  function operation(path: string): Operation {
    const found = operations.find((one) => one.path === path);
    if (!found) throw new Error(`the document has no ${path}`);
    return found;
  }
});

/** A body for each object that the schema has, with an unknown member in it. */
function withUnknownMembers(schema: Schema, depth = 0): { body: object; path: string }[] {
  const {
    properties = {},
    items,
    minItems = 1,
    anyOf,
  } = schema as {
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
    minItems?: number;
    anyOf?: readonly Schema[];
  };
  if (items) {
    return withUnknownMembers(items, depth + 1).map(({ body, path }) => ({
      body: Array.from({ length: Math.max(1, minItems) }, () => body),
      path: `0.${path}`,
    }));
  }
  const inside = [
    ...Object.entries(properties).flatMap(([name, member]) =>
      withUnknownMembers(member, depth + 1).map(({ body, path }) => ({
        body: { [name]: body },
        path: `${name}.${path}`,
      })),
    ),
    ...(anyOf ?? []).flatMap((one) => withUnknownMembers(one, depth + 1)),
  ];
  const isObject = depth === 0 || 'properties' in schema;
  return isObject ? [{ body: { nonsense: 1 }, path: 'nonsense' }, ...inside] : inside;
}

const raw = (line: string, ...headers: readonly string[]) =>
  sendRaw(
    gateway.url,
    [
      line,
      ...(headers.some((one) => /^host:/i.test(one)) ? [] : ['Host: localhost']),
      `Authorization: Bearer ${token}`,
      ...headers,
      '',
      '',
    ].join('\r\n'),
  );

describe('malformed requests', () => {
  it('a query of 1 MB is refused by its size', async () => {
    const { status, body } = await raw(
      `GET /api/v1/finance/accounts?filter[name]=${'x'.repeat(1024 * 1024)} HTTP/1.1`,
    );
    expect({ status, body }).toEqual({
      status: 413,
      body: {
        message: 'The URL and the headers are too large.',
        docs_url: '/docs/errors/unreadable-request',
      },
    });
  });

  it('the longest query of a list is accepted', async () => {
    const text = encodeURIComponent('\u20AC'.repeat(2000));
    expect((await gateway.list(`/finance/accounts?filter[name]=${text}`, token)).status).toBe(200);
  });

  it('raw bytes in the query are 422 by the parameter, or not HTTP', async () => {
    const bytes = Buffer.concat([
      Buffer.from('GET /api/v1/finance/accounts?filter[name]='),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(` HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    ]);
    const { status, body } = await sendRaw(gateway.url, bytes);
    expect([200, 400, 422]).toContain(status);
    expect(body).not.toBeNull();
  });

  it.each(['GET / HTTP/9.9', 'nonsense', 'BREW /api/v1/finance/accounts HTTP/1.1', 'GET /\0 HTTP/1.1'])(
    '%j is 400 {message}',
    async (line) => {
      const { status, body } = await raw(line);
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          message: 'The request is not valid HTTP.',
          docs_url: '/docs/errors/unreadable-request',
        },
      });
    },
  );

  it('two lengths of one body are 400 {message}', async () => {
    const { status } = await raw('POST /api/v1/webhooks HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3');
    expect(status).toBe(400);
  });

  it.each(['Host: [', 'Host: a b', 'Host: ', 'Host: x:99999', 'Host: %', 'Host: http://x'])(
    'a malformed %j is 422 on Host',
    async (host) => {
      const { status, body } = await raw('GET /api/v1/finance/accounts HTTP/1.1', host);
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { errors: { Host: [expect.anything()] } },
      });
    },
  );

  it('a target in absolute form means its path', async () => {
    const { status, body } = await raw('GET http://localhost/api/v1/finance/accounts?page[size]=1 HTTP/1.1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ meta: { path: 'http://localhost/api/v1/finance/accounts' } });
  });

  it('of two Authorization headers the first counts', async () => {
    const { status } = await raw('GET /api/v1/finance/accounts HTTP/1.1', 'Authorization: Bearer nonsense');
    expect(status).toBe(200);
  });

  it.each(['Bearer', 'Bearer  ', 'bearer x y', 'Basic eDp5', '\u00ff', `Bearer ${'x'.repeat(10_000)}`])(
    'Authorization: %.20j is 401 {message}',
    async (authorization) => {
      const bytes = `GET /api/v1/finance/accounts HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
      const { status, body } = await sendRaw(gateway.url, Buffer.from(bytes, 'latin1'));
      expect({ status, names: Object.keys(body as object) }).toEqual({
        status: 401,
        names: ['message', 'docs_url'],
      });
    },
  );
});

describe('a thousand bad requests at once', () => {
  it('are refused, and a good one among them is answered', async () => {
    const bad = Array.from({ length: 1000 }, (_, index) =>
      gateway.list(`/finance/transactions?filter[x${index}]=1&page[size]=0&sort=${'x'.repeat(500)}`, token),
    );
    const good = gateway.list('/finance/transactions', token);
    expect((await good).status).toBe(200);
    for (const { status } of await Promise.all(bad)) expect(status).toBe(422);
  });
});
