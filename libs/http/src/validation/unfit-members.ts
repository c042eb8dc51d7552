import { FieldErrors } from '@tributary/contracts';

/** Deeper than any valid body; readers of bodies recurse. */
const DEPTH_MAX = 32;

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
 * What is refused anywhere in a body: texts that the database cannot store (with null characters, or halves of
 * surrogate pairs), names of prototypes, and excessive nesting.
 */
export function unfitMembers(body: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const waiting: Member[] = [{ value: body, name: '', within: null, depth: 0 }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { value, name, depth } = at;
    if (depth > DEPTH_MAX) return { body: [`The body must not be nested deeper than ${DEPTH_MAX} levels.`] };
    const problem = PROTOTYPES.includes(name) ? 'is no field' : (problemOf(name) ?? problemOf(value));
    if (problem) define(errors, pathOf(at), [`The ${pathOf(at)} ${problem}.`]);
    if (typeof value !== 'object' || value === null) continue;
    for (const [member, one] of Object.entries(value as Record<string, unknown>)) {
      waiting.push({ value: one, name: member, within: at, depth: depth + 1 });
    }
  }
  return errors;
}

/** By definition, not assignment: a path may be `__proto__`. */
function define(errors: FieldErrors, path: string, messages: string[]): void {
  Object.defineProperty(errors, path, {
    value: messages,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function problemOf(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  if (text.includes('\0')) return 'must not contain a null character';
  return /\p{Cs}/u.test(text) ? 'must be well-formed Unicode' : null;
}

/** Such as `conditions.0.value`, safe to send back. */
function pathOf(at: Member): string {
  const names: string[] = [];
  for (let one: Member | null = at; one?.within; one = one.within) names.unshift(one.name);
  const path = names
    .join('.')
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/\p{Cs}/gu, '\uFFFD');
  return path.slice(0, 200);
}
