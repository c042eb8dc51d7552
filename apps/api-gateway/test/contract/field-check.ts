import { DeclaredType } from './declared-fields';

/** Everything that stands at the path, and where its place is there without it. */
export interface Found {
  readonly values: readonly unknown[];
  /** Places whose object is there and has no such member. */
  readonly absent: number;
}

/** Looks a path up in a resource: `rules[].order` is the order of every item of the list. */
export function lookUp(resource: unknown, path: string): Found {
  const steps = path.split('.');
  let places: unknown[] = [resource];
  for (const [index, step] of steps.entries()) {
    const name = step.replace('[]', '');
    const holders = places.filter(isObject);
    const isLast = index === steps.length - 1;
    if (isLast) {
      const having = holders.filter((holder) => Object.hasOwn(holder, name));
      return { values: having.map((holder) => holder[name]), absent: holders.length - having.length };
    }
    const next = holders.map((holder) => holder[name]);
    places = step.endsWith('[]')
      ? next.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
      : next;
  }
  return { values: [], absent: 0 };
}

/** Whether a value is of the declared type, on the wire. */
export function fits(type: DeclaredType, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'string|null':
    case 'open':
      return typeof value === 'string' || value === null;
    case 'number|null':
      return typeof value === 'number' || value === null;
    case 'string|0':
      return typeof value === 'string' || value === 0;
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return isObject(value);
    case 'object|null':
    case 'relation':
      return isObject(value) || value === null;
    case 'array':
      return Array.isArray(value);
    case 'inner':
      return value !== undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
