import { AMOUNT_PATTERN } from '@tributary/contracts';
import fc from 'fast-check';
import { Operation, Parameter, pathWith, Schema } from './api-document';
import { SAMPLE_IDS } from './filled-events';

export const SENDERS = ['owner', 'other', 'restricted', 'reader', 'expired', 'nonsense', 'nobody'] as const;
export type Sender = (typeof SENDERS)[number];

export interface RandomRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  /** With its `?`, or empty. */
  readonly search: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly sender: Sender;
  /** A reading request in which nothing is wrong, by the document. */
  readonly valid: boolean;
}

/** Texts that programs stumble over. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'null',
  'undefined',
  '2026-02-30',
  '0000-00-00',
  `' or 1=1 --`,
  `"; drop table transactions; --`,
  '%',
  '_',
  '\\',
  '\\,',
  ',',
  ',,',
  '%_\\%',
  '\0',
  'a\0b',
  '\u{1F600}',
  '\uFEFF',
  'é',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[]',
  '{}',
  '$1',
  '${x}',
  '../..',
  '<script>',
  'x'.repeat(2001),
  'a,'.repeat(300),
  'word '.repeat(30),
];

const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const KNOWN_IDS = [...new Set(Object.values(SAMPLE_IDS))];
const ANOTHERS_ACCOUNT = 1017;

const ids = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN_IDS, ANOTHERS_ACCOUNT).map(String) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map(String) },
);

const pathIds = fc.oneof({ weight: 6, arbitrary: ids }, { weight: 1, arbitrary: nasty.map(encoded) });

/** Requests for any operation of the document: some right, some wrong, some absurd. */
export function randomRequest(operations: readonly Operation[]): fc.Arbitrary<RandomRequest> {
  return fc.constantFrom(...operations).chain((operation) => requestFor(operation));
}

/** Requests of the owner with bodies that the document allows, for whatever takes one. */
export function allowedBody(operations: readonly Operation[]): fc.Arbitrary<RandomRequest> {
  const taking = operations.filter(({ body }) => body !== null);
  return fc.constantFrom(...taking).chain(({ method, path, body }) =>
    memberFor((body ?? {}) as Described, 0).map((value) => ({
      method: method as RandomRequest['method'],
      path: pathWith(path, SAMPLE_IDS),
      search: '',
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
      sender: 'owner',
      valid: false,
    })),
  );
}

export type Edge = 'least' | 'most';

/** For each operation that takes a body: one whose every text and number is the least, or the most, that the document allows. */
export function edgeBodies(operations: readonly Operation[], edge: Edge): RandomRequest[] {
  return operations
    .filter(({ body }) => body !== null)
    .map(({ method, path, body }) => ({
      method: method as RandomRequest['method'],
      path: pathWith(path, SAMPLE_IDS),
      search: '',
      body: JSON.stringify(edgeOf((body ?? {}) as Described, edge)),
      headers: { 'content-type': 'application/json' },
      sender: 'owner',
      valid: false,
    }));
}

/** Of a text without a maximum. */
const LONG = 5000;

function edgeOf(schema: Described, edge: Edge): unknown {
  const { properties, items, format, pattern, enum: values, anyOf } = schema;
  const type = [schema.type].flat()[0];
  if (values) return values.at(edge === 'least' ? 0 : -1);
  if (anyOf) return edgeOf(anyOf.at(edge === 'least' ? 0 : -1) ?? {}, edge);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, edgeOf(one, edge)]));
  }
  if (items)
    return Array.from({ length: edge === 'least' ? (schema.minItems ?? 0) : 1 }, () => edgeOf(items, edge));
  if (type === 'string' && format === undefined && pattern === undefined) {
    return 'x'.repeat(edge === 'least' ? (schema.minLength ?? 0) : (schema.maxLength ?? LONG));
  }
  if (type === 'integer') return edge === 'least' ? (schema.minimum ?? 1) : (schema.maximum ?? 17);
  return fc.sample(rightMember(schema, 0), { numRuns: 1, seed: 1 })[0];
}

function requestFor(operation: Operation): fc.Arbitrary<RandomRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return fc
    .record({
      path: fc.tuple(...names.map(() => pathIds)).map((chosen) => pathOf(operation, names, chosen)),
      query: fc.oneof(
        { weight: 3, arbitrary: validQuery(operation).map((search) => ({ search, valid: true })) },
        { weight: 2, arbitrary: anyQuery(operation).map((search) => ({ search, valid: false })) },
      ),
      body: operation.method === 'GET' ? fc.constant(null) : bodyOf(operation),
      sender: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Sender>('owner') },
        { weight: 4, arbitrary: fc.constantFrom(...SENDERS) },
      ),
      headers: headersFor(operation),
    })
    .map(({ path, query, body, sender, headers }) => ({
      method: operation.method as RandomRequest['method'],
      path,
      search: query.search === '' ? '' : `?${query.search}`,
      body,
      headers: body === null ? without(headers, 'content-type') : headers,
      sender,
      valid: operation.method === 'GET' && query.valid,
    }));
}

function pathOf(operation: Operation, names: readonly string[], chosen: readonly string[]): string {
  return pathWith(
    operation.path,
    Object.fromEntries(names.map((name, index) => [name, chosen[index] || '1'])),
  );
}

function headersFor({ method, takesFile }: Operation): fc.Arbitrary<Record<string, string>> {
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant(takesFile ? 'application/octet-stream' : 'application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/xml',
        'application/octet-stream',
      ),
    },
  );
  const key = fc.option(fc.constantFrom('key-1', 'key-2', 'x'.repeat(256), ' '), {
    freq: 10,
    nil: undefined,
  });
  return fc.record({ type, key }).map((chosen) => ({
    'content-type': chosen.type,
    ...(method === 'GET' || chosen.key === undefined ? {} : { 'idempotency-key': chosen.key }),
  }));
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
}

function validQuery({ query }: Operation): fc.Arbitrary<string> {
  return fc
    .subarray([...query], { maxLength: Math.min(4, query.length) })
    .chain((chosen) =>
      fc.tuple(...chosen.map((one) => validValue(one).map((value) => pair(one.name, value)))),
    )
    .map((pairs) => pairs.join('&'));
}

function validValue({ name, schema }: Parameter): fc.Arbitrary<string> {
  const { type, items, format, pattern, examples, enum: values } = schema as Described;
  if (items?.enum) return fc.subarray([...items.enum], { minLength: 1 }).map((chosen) => chosen.join(','));
  if (values) return fc.constantFrom(...values).map(String);
  if (name === 'page[size]') return fc.integer({ min: 1, max: 100 }).map(String);
  if (type === 'integer') return fc.integer({ min: 1, max: 1_000_000_000 }).map(String);
  if (type === 'boolean') return fc.constantFrom('true', 'false', '1', '0');
  if (format === 'date') return fc.constantFrom('2026-03-02', '2024-02-29', '1999-12-31');
  if (format === 'date-time') return fc.constantFrom('2026-03-02T06:10:00Z', '1999-12-31T23:59:59.123456Z');
  if (examples) return fc.subarray([...examples], { minLength: 1 }).map((chosen) => chosen.join(','));
  if (pattern?.includes('true')) return fc.constantFrom('true', 'false', 'true,false');
  if (pattern === AMOUNT_PATTERN) return fc.constantFrom('-12.50', '0', '1000');
  if (pattern?.includes('[A-Z]{3}')) return fc.constantFrom('EUR', 'USD,EUR');
  if (pattern?.includes('[1-9]'))
    return fc.array(ids, { minLength: 1, maxLength: 5 }).map((all) => all.join(','));
  return fc.constantFrom('OWN', 'OWN name', `' or 1=1 --`, '100%', '\\', 'a_b', 'Müller', 'x y z');
}

interface Described {
  readonly type?: string | readonly string[];
  readonly items?: Described;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly examples?: readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
}

function anyQuery({ query }: Operation): fc.Arbitrary<string> {
  const known = query.map(({ name }) => name);
  const unknown = [
    'filter[__proto__]',
    'filter[constructor]',
    'filter[a][b][c]',
    'page',
    'page[]',
    'sort[]',
    '__proto__',
    '[',
    '&',
    'filter',
  ];
  const name = fc.oneof(fc.constantFrom(...known, ...unknown), fc.string({ maxLength: 10 }));
  const chosen = fc.tuple(name, nasty).map(([one, value]) => pair(one, value));
  const right =
    query.length === 0
      ? chosen
      : fc.constantFrom(...query).chain((one) => validValue(one).map((value) => pair(one.name, value)));
  const broken = fc.constantFrom(
    '%',
    '%ff',
    'sort=%c3%28',
    'a=%ed%a0%80',
    '&&',
    '=',
    '?',
    'sort',
    'sort=&sort=id',
  );
  return fc
    .array(fc.oneof(chosen, right, broken), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('&'));
}

function pair(name: string, value: string): string {
  return `${encoded(name)}=${encoded(value)}`;
}

/** Percent-encoded; half of a surrogate pair has no such form. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'));
}

const KEYS = [
  '__proto__',
  'constructor',
  'then',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'length',
  '',
  'unknown',
];
const SCALARS = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e30,
  2 ** 53,
  '',
  'x',
  '\0',
  'a\u0000b',
  '\ud800',
  '1',
  'x'.repeat(600),
  [],
  {},
];

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...SCALARS),
  fc.constantFrom(...NASTY),
  fc.jsonValue({ maxDepth: 3 }),
);

function bodyOf({ takesFile, body }: Operation): fc.Arbitrary<string | null> {
  const file = fc.oneof(nasty, fc.constantFrom('x'.repeat(300_000), '<Document/>', '\uFEFF;;\n'));
  return takesFile ? fc.oneof({ weight: 6, arbitrary: file }, bodyFor(body)) : bodyFor(body);
}

function bodyFor(schema: Schema | null): fc.Arbitrary<string | null> {
  const described = (schema ?? {}) as Described;
  const right = memberFor(described, 0).map((value) => JSON.stringify(value));
  const extra = fc
    .tuple(memberFor(described, 0.3), fc.constantFrom(...KEYS), junk)
    .map(([value, key, more]) =>
      JSON.stringify(Object.defineProperty({ ...(value as object) }, key, { value: more, enumerable: true })),
    );
  const absurd = fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"a":1}}',
    '[[[[',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  );
  return fc.oneof(
    { weight: 6, arbitrary: right },
    { weight: 4, arbitrary: memberFor(described, 0.3).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: extra },
    { weight: 1, arbitrary: absurd },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

/** A value by its schema, of which the given share of members is junk. */
function memberFor(schema: Described, wrong: number): fc.Arbitrary<unknown> {
  const right = rightMember(schema, wrong);
  return wrong === 0 ? right : fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: junk });
}

function rightMember(schema: Described, wrong: number): fc.Arbitrary<unknown> {
  const { properties, items, format, pattern, enum: values, anyOf } = schema;
  const type = [schema.type].flat()[0];
  if (values) return fc.constantFrom<unknown>(...values);
  if (anyOf) return fc.oneof(...anyOf.map((one) => memberFor(one, wrong)));
  if (properties) {
    const members = Object.entries(properties).map(([name, one]) => [name, memberFor(one, wrong)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [] });
  }
  if (items) return fc.uniqueArray(memberFor(items, wrong), { minLength: 1, maxLength: 4 });
  if (type === 'boolean') return fc.constantFrom<unknown>(true, false, 'yes', 'on', 1);
  if (type === 'integer' || type === 'number') return fc.constantFrom<unknown>(1, 5, 8, 17, '17');
  if (format === 'date') return fc.constantFrom('2026-03-02', '2024-02-29');
  if (format === 'uri' || pattern?.startsWith('^https')) return fc.constant('https://client.example/hooks');
  if (type === 'string' && pattern) return textLike(pattern, schema.maxLength);
  if (type === 'string')
    return fc
      .constantFrom('text', 'Müller', '{{ creditor.name }}', 'mapped_fields.payee', '', ' ')
      .filter((text) => text.length >= (schema.minLength ?? 0));
  return fc.constantFrom<unknown>('text', 1, true, {});
}

/** Whatever the pattern allows, its edges too: what the document allows of a body its command must carry. */
function textLike(pattern: string, maxLength = Infinity): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
}
