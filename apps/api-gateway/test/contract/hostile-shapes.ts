import { Operation, Parameter, routeOf, Schema } from './api-document';
import { SAMPLE_IDS } from './filled-events';
import { validBody, validRequest } from './valid-bodies';

/** How large the hostile part of a request is: about as much as a request may have, and half of that. */
export const SIZES = ['half', 'whole'] as const;
export type Size = (typeof SIZES)[number];

export interface HostileRequest {
  readonly method: string;
  /** From the server's root, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** One route and one shape of input, at both sizes. */
export interface HostileCase {
  readonly route: string;
  readonly shape: string;
  /** What of the request has the shape. */
  readonly at: string;
  readonly request: (size: Size) => HostileRequest;
}

export const BODY_BYTES: Readonly<Record<Size, number>> = { half: 450_000, whole: 900_000 };
export const LINE_BYTES: Readonly<Record<Size, number>> = { half: 27_000, whole: 54_000 };

/** JSON of so many bytes. */
const VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  'long text': (bytes) => JSON.stringify('x'.repeat(bytes)),
  'combining marks': (bytes) => JSON.stringify(`a${'\u0301\u0316'.repeat(bytes / 4)}`),
  'long list': (bytes) => `[${listed(bytes, (index) => `"x${index}"`)}]`,
  'long list of ids': (bytes) => `[${listed(bytes, (index) => String(index + 1))}]`,
  'list of objects': (bytes) => `[${listed(bytes, () => '{"a":{},"b":[]}')}]`,
  'many members': (bytes) => `{${listed(bytes, (index) => `"x${index}":1`)}}`,
  'long name': (bytes) => `{"${'x'.repeat(bytes)}":1}`,
  'deep nesting': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
};

export function listed(bytes: number, item: (index: number) => string): string {
  const length = item(1000).length + 1;
  return Array.from({ length: Math.floor(bytes / length) }, (_, index) => item(index)).join(',');
}

/** Query strings of so many bytes. */
export const QUERIES: Readonly<Record<string, (bytes: number) => string>> = {
  'many parameters': (bytes) => listed(bytes, (index) => `p${index}=1`).replaceAll(',', '&'),
  'repeated parameter': (bytes) => 'sort=id&'.repeat(bytes / 8),
  'long name': (bytes) => `${'x'.repeat(bytes)}=1`,
  'long family': (bytes) => `filter[${'a.'.repeat(bytes / 2)}]=1`,
};

/** The value of a known parameter. */
export const PARAMETERS: Readonly<Record<string, (bytes: number) => string>> = {
  'long text': (bytes) => 'x'.repeat(bytes),
  'combining marks': (bytes) => encodeURIComponent('\u0301\u0316'.repeat(bytes / 12)),
  'long list': (bytes) => listed(bytes, (index) => `n${index}`),
  'many dots': (bytes) => `${'a.'.repeat(bytes / 2)}a`,
};

export const HEADERS = [
  'authorization',
  'idempotency-key',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'cookie',
  'if-none-match',
  'last-event-id',
  'origin',
  'x-csrf-token',
  'x-forwarded-for',
  'x-request-id',
] as const;

export const HEADER_VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  'long header': (bytes) => 'x'.repeat(bytes),
  'header of many parts': (bytes) => 'a=b;q=0, '.repeat(bytes / 9),
};

/** Where a body can be hostile: the way to a member, through the first element of lists. */
type Way = readonly (string | 0)[];

const HOSTILE = '@hostile@';

/** Every shape for a route of the document. */
export function casesOf(operation: Operation): HostileCase[] {
  const route = routeOf(operation);
  const valid = validRequest(operation, SAMPLE_IDS);
  const path = `/api/v1${valid.path}`;
  const sent = { method: operation.method, headers: valid.headers };
  const body = valid.body === null ? null : Buffer.from(valid.body);
  return [
    ...bodyCases(operation, path),
    ...queryCases(operation).map(({ shape, at, query }) => ({
      route,
      shape: `query: ${shape}`,
      at,
      request: (size: Size) => ({ ...sent, path: withQuery(path, query(LINE_BYTES[size])), body }),
    })),
    ...HEADERS.flatMap((name) =>
      Object.entries(HEADER_VALUES).map(([shape, value]) => ({
        route,
        shape,
        at: name,
        request: (size: Size) => ({
          ...sent,
          path,
          headers: { ...sent.headers, [name]: value(LINE_BYTES[size]) },
          body,
        }),
      })),
    ),
  ];
}

function bodyCases(operation: Operation, path: string): HostileCase[] {
  const { method, takesFile, body } = operation;
  if (takesFile) return [];
  const headers = { 'content-type': 'application/json' };
  const ways: Way[] = [[], ['unknown'], ...(body === null ? [] : waysInto(body))];
  const good = validBody(operation, SAMPLE_IDS) ?? {};
  return ways.flatMap((way) => {
    const json = JSON.stringify(way.length === 0 ? HOSTILE : withValue(good, way));
    return Object.entries(VALUES).map(([shape, value]) => ({
      route: routeOf(operation),
      shape: `body: ${shape}`,
      at: way.join('.'),
      request: (size: Size) => ({
        method,
        path,
        headers,
        body: Buffer.from(json.replace(JSON.stringify(HOSTILE), () => value(BODY_BYTES[size]))),
      }),
    }));
  });
}

/** To each member that the schema names, at most three levels deep. */
function waysInto(schema: Schema, depth = 0): Way[] {
  const {
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
  } = schema as Readonly<Record<string, Schema[]>> & {
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
  };
  if (depth > 3) return [];
  if (items) return waysInto(items, depth + 1).map((way) => [0, ...way]);
  const named = Object.entries(properties).flatMap(([name, member]): Way[] => [
    [name],
    ...waysInto(member, depth + 1).map((way): Way => [name, ...way]),
  ]);
  const all = [...named, ...[...anyOf, ...oneOf].flatMap((one) => waysInto(one, depth))];
  return [...new Map(all.map((way) => [way.join('.'), way])).values()];
}

function withValue(within: unknown, [step, ...rest]: Way): unknown {
  if (step === undefined) return HOSTILE;
  if (step === 0) return [withValue(Array.isArray(within) ? (within as unknown[])[0] : {}, rest)];
  const members = (typeof within === 'object' && !Array.isArray(within) ? within : {}) as Readonly<
    Record<string, unknown>
  >;
  return { ...members, [step]: withValue(members[step], rest) };
}

function queryCases({ query }: Operation) {
  const known = (parameter: Parameter) =>
    Object.entries(PARAMETERS).map(([shape, value]) => ({
      shape,
      at: parameter.name,
      query: (bytes: number) => `${encodeURIComponent(parameter.name)}=${value(bytes)}`,
    }));
  return [
    ...Object.entries(QUERIES).map(([shape, text]) => ({ shape, at: '', query: text })),
    ...query.flatMap(known),
  ];
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** What a route answers to an ordinary request. */
export function ordinaryRequest(operation: Operation): HostileRequest {
  const { path, headers, body } = validRequest(operation, SAMPLE_IDS);
  return {
    method: operation.method,
    path: `/api/v1${path}`,
    headers,
    body: body === null ? null : Buffer.from(body),
  };
}
