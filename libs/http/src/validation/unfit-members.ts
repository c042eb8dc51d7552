import { FieldErrors, isLongerThan } from '@tributary/contracts';

/**
 * Bounds of a body that are checked before anything reads it, so that later steps meet no larger one. None is lower
 * than what the OpenAPI document allows for any route (a test compares them); a route that allows less refuses the
 * rest itself.
 */
export const BODY_BOUNDS = {
  /** Maximum depth, deeper than any valid body; readers of bodies recurse. */
  depth: 32,
  /** Maximum of members and elements in all: a bulk of 500 transactions with every field has some 12,000. */
  values: 20_000,
  membersOfObject: 200,
  elementsOfList: 1_000,
  charactersOfName: 200,
  /** A service account's key may have as many. */
  charactersOfText: 16_384,
} as const;

/** Maximum of errors in one response: more would not help. */
export const ERRORS_MAX = 20;

/** Members that no valid body has: copying them would change the copy's prototype, or lose them. */
const PROTOTYPES: readonly string[] = ['__proto__', 'constructor'];

/** A member of a body, with its parent. */
interface Member {
  readonly value: unknown;
  readonly name: string;
  readonly within: Member | null;
  readonly depth: number;
}

/**
 * Errors of members that no body may have: more than the bounds allow, texts that the database cannot store (with null
 * characters, or halves of surrogate pairs), names of prototypes. Reads no more values than the bound, and stops at
 * the first errors.
 */
export function unfitMembers(body: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const waiting: Member[] = [{ value: body, name: '', within: null, depth: 0 }];
  let found = 0;
  let looked = 0;
  for (let at = waiting.pop(); at && found < ERRORS_MAX; at = waiting.pop()) {
    looked += 1;
    const { value, depth } = at;
    if (depth > BODY_BOUNDS.depth) return nestedTooDeep();
    if (looked > BODY_BOUNDS.values + 1) return tooManyValues();
    const problem = problemOf(at);
    if (problem !== null) {
      const path = pathOf(at);
      define(errors, path, [`The ${path} ${problem}.`]);
      found += 1;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value as Record<string, unknown>)) {
        waiting.push({ value: one, name, within: at, depth: depth + 1 });
      }
    }
  }
  return errors;
}

export function nestedTooDeep(): FieldErrors {
  return ofBody(`must not be nested deeper than ${BODY_BOUNDS.depth} levels`);
}

export function tooManyValues(): FieldErrors {
  return ofBody(`must have at most ${BODY_BOUNDS.values} values in all`);
}

function ofBody(problem: string): FieldErrors {
  return { body: [`The body ${problem}.`] };
}

/** Defines a member instead of assigning it: a path may be `__proto__`. */
function define(errors: FieldErrors, path: string, messages: string[]): void {
  Object.defineProperty(errors, path, {
    value: messages,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function problemOf({ name, value }: Member): string | null {
  if (PROTOTYPES.includes(name)) return 'is no field';
  return problemOfName(name) ?? problemOfText(value) ?? problemOfSize(value);
}

function problemOfName(name: string): string | null {
  if (name.length > BODY_BOUNDS.charactersOfName) return 'is no field';
  return problemOfText(name);
}

function problemOfText(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  if (isLongerThan(text, BODY_BOUNDS.charactersOfText)) {
    return `must have at most ${BODY_BOUNDS.charactersOfText} characters`;
  }
  if (text.includes('\0')) return 'must not contain a null character';
  return /\p{Cs}/u.test(text) ? 'must be well-formed Unicode' : null;
}

/** Whether a list has too many elements, or an object too many members: before they are listed. */
function problemOfSize(value: unknown): string | null {
  if (Array.isArray(value)) {
    const { elementsOfList: max } = BODY_BOUNDS;
    return value.length > max ? `must have at most ${max} elements` : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { membersOfObject: max } = BODY_BOUNDS;
  return Object.keys(value).length > max ? `must have at most ${max} members` : null;
}

/** Path of a member such as `conditions.0.value`, safe to send back. The body itself is `body`. */
function pathOf(at: Member): string {
  const names: string[] = [];
  for (let one: Member | null = at; one?.within; one = one.within) names.unshift(one.name.slice(0, 200));
  if (names.length === 0) return 'body';
  const path = names
    .join('.')
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/\p{Cs}/gu, '\uFFFD');
  return path.slice(0, 200);
}
