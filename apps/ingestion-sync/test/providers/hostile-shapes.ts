const MARKS = '\u0301\u0316';

/** A form of a response whose size grows with n; `row` is the JSON text of a valid row with other members. */
export interface HostileShape {
  readonly name: string;
  /** The n of the largest accepted response. */
  readonly largest: number;
  rows(n: number, row: (members: string, index: number) => string): string[];
}

const text = (value: string) => `"description":${JSON.stringify(value)},"payee":${JSON.stringify(value)}`;
const one = (members: string, row: (members: string, index: number) => string) => [row(members, 0)];

export const HOSTILE_SHAPES: readonly HostileShape[] = [
  { name: 'long text', largest: 120_000, rows: (n, row) => one(`"description":"${'a'.repeat(n)}"`, row) },
  { name: 'combining marks', largest: 30_000, rows: (n, row) => one(text(`A${MARKS.repeat(n / 2)}`), row) },
  {
    name: 'rows of combining marks',
    largest: 500,
    rows: (n, row) => Array.from({ length: n }, (_, index) => row(text(`A${MARKS.repeat(2000)}`), index)),
  },
  {
    name: 'long list',
    largest: 20_000,
    rows: (n, row) => Array.from({ length: n }, (_, index) => row(text('SHOP'), index)),
  },
  {
    name: 'long list without ids',
    largest: 20_000,
    rows: (n, row) => Array.from({ length: n }, () => row(`"id":null,${text('SHOP')}`, 0)),
  },
  {
    name: 'many members',
    largest: 10_000,
    rows: (n, row) => one(Array.from({ length: n }, (_, index) => `"m${index}":1`).join(','), row),
  },
  {
    name: 'deep nesting',
    largest: 32,
    rows: (n, row) => one(`"extra":{"a":${'['.repeat(n)}${']'.repeat(n)}}`, row),
  },
  { name: 'long number', largest: 120_000, rows: (n, row) => one(`"amount":${'9'.repeat(n)}`, row) },
];
