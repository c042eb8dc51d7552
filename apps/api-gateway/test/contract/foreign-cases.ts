import fc from 'fast-check';
import { Operation, Parameter } from './api-document';
import { RandomRequest } from './random-request';
import { validBody, validRequest } from './valid-bodies';

export type Ids = Readonly<Record<string, number>>;

/** Where a request names what it means: ids of its path, one of its body, or a filter; the rest is the sender's own. */
export interface IdPosition {
  readonly operation: Operation;
  readonly inPath: readonly string[];
  readonly inBody: readonly string[];
  readonly filter: string | null;
}

export type Owner = 'another user' | 'another account';

export interface ForeignCase {
  readonly position: IdPosition;
  readonly sender: string;
  /** Whose the thing is: another user's, or of an account of the sender's user that the sender was not granted. */
  readonly of: Owner;
  /** What the request asks to be embedded besides. */
  readonly include: readonly string[];
}

export interface Ask {
  readonly method: RandomRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Ids that mean the same to everyone. */
const EVERYONES = new Set(['institutionId']);
/** A position in a sequence, not something that is named. */
const POSITIONS = new Set(['filter[after]']);
/** Parameters that take a single id, by the name that routes have for it. */
const ONE_ID: Readonly<Record<string, string>> = { financial_account_id: 'accountId' };

/** Every position of the operation in which something of another user's can be named; a reading one as it is, too. */
export function idPositionsOf(operation: Operation): IdPosition[] {
  const nowhere: IdPosition = { operation, inPath: [], inBody: [], filter: null };
  const inPath = subsets(pathNames(operation)).map((names) => ({ ...nowhere, inPath: names }));
  const inBody = bodyNames(operation).map((name) => ({ ...nowhere, inBody: [name] }));
  const filters = operation.query
    .filter((parameter) => takesIds(parameter) && !POSITIONS.has(parameter.name))
    .map(({ name }) => ({ ...nowhere, filter: name }));
  return [...inPath, ...inBody, ...filters, ...(operation.isList ? [nowhere] : [])];
}

function takesIds({ name, schema }: Parameter): boolean {
  return /\\d\{0,15\}/.test(String(schema['pattern'])) || name in ONE_ID;
}

/** Whether it names anything at all. */
export function names({ inPath, inBody, filter }: IdPosition): boolean {
  return inPath.length > 0 || inBody.length > 0 || filter !== null;
}

/** The request, with the meant ids in its position and the sender's own everywhere else. */
export function askFor({ position, include }: ForeignCase, own: Ids, meant: Ids): Ask {
  const { operation, inPath, inBody, filter } = position;
  const sent = validRequest(
    operation,
    mixed(own, meant, inPath),
    validBody(operation, mixed(own, meant, inBody)),
  );
  const [path = '', required] = sent.path.split('?');
  const query = new URLSearchParams(required);
  if (include.length > 0) query.set('include', include.join(','));
  if (filter !== null) query.set(filter, filterValue(filter, meant));
  return {
    method: operation.method as Ask['method'],
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    headers: sent.headers,
    body: sent.body,
  };
}

function filterValue(filter: string, meant: Ids): string {
  const one = ONE_ID[filter];
  return one === undefined ? [...new Set(Object.values(meant))].join(',') : String(meant[one]);
}

/** Any position, by any sender, with any of its includes, of another user's. */
export function randomCase(
  positions: readonly IdPosition[],
  senders: readonly string[],
): fc.Arbitrary<ForeignCase> {
  return fc.constantFrom(...positions).chain((position) =>
    fc.record({
      position: fc.constant(position),
      sender: fc.constantFrom(...senders),
      of: fc.constant<Owner>('another user'),
      include: fc.subarray(includesOf(position.operation)),
    }),
  );
}

export function includesOf({ query }: Operation): string[] {
  const include = query.find(({ name }) => name === 'include')?.schema as
    { readonly items: { readonly enum: readonly string[] } } | undefined;
  return [...(include?.items.enum ?? [])];
}

function pathNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || EVERYONES.has(name) ? [] : [name],
  );
}

/** The names of the ids that a right body holds. */
function bodyNames(operation: Operation): string[] {
  const asked = new Set<string>();
  const recording = new Proxy({}, { get: (_, name) => (asked.add(String(name)), 1) });
  validBody(operation, recording);
  return [...asked].filter((name) => !EVERYONES.has(name));
}

function mixed(own: Ids, meant: Ids, chosen: readonly string[]): Ids {
  return Object.fromEntries(
    Object.entries(own).map(([name, id]) => [name, chosen.includes(name) ? (meant[name] ?? id) : id]),
  );
}

/** All but the empty one. */
function subsets(all: readonly string[]): string[][] {
  const [first, ...rest] = all;
  if (first === undefined) return [];
  const without = subsets(rest);
  return [[first], ...without, ...without.map((some) => [first, ...some])];
}
