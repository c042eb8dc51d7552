import { GivenResponse } from './responder-thread';

const MARKS = '\u0301\u0316';

/** How to build the JSON of a response from parts that a hostile server chooses. */
export interface ResponseForm {
  /** Returns a response with these rows and further members (with a comma in front) at its root. */
  readonly json: (rows: string, members: string) => string;
  /** Returns a valid row whose texts are this JSON text. */
  readonly row: (text: string, index: number) => string;
}

/** A hostile response of about the given number of bytes. */
export interface HostileResponse {
  readonly name: string;
  /** The most bytes that are accepted, if fewer than the limit of responses. */
  readonly largest?: number;
  readonly answer: (bytes: number, form: ResponseForm) => GivenResponse;
}

const text = (value: string) => JSON.stringify(value);
const PLAIN = text('SHOP');

/** Returns rows with about this number of bytes. */
function rowsOf(bytes: number, { row }: ResponseForm, value: string): string {
  const count = Math.max(1, Math.floor(bytes / Buffer.byteLength(`${row(value, 100_000)},`)));
  return Array.from({ length: count }, (_, index) => row(value, index)).join(',');
}

const withRows = (name: string, value: string): HostileResponse => ({
  name,
  answer: (bytes, form) => ({ body: form.json(rowsOf(bytes, form, value), '') }),
});

const withRow = (name: string, value: (bytes: number) => string): HostileResponse => ({
  name,
  largest: 1_000_000,
  answer: (bytes, form) => ({ body: form.json(form.row(value(bytes), 0), '') }),
});

const withMembers = (name: string, members: (bytes: number) => string): HostileResponse => ({
  name,
  answer: (bytes, form) => ({ body: form.json(form.row(PLAIN, 0), `,${members(bytes)}`) }),
});

const listed = (count: number, item: (index: number) => string) =>
  Array.from({ length: Math.floor(count) }, (_, index) => item(index)).join(',');

export const HOSTILE_RESPONSES: readonly HostileResponse[] = [
  withRow('long text', (bytes) => text('a'.repeat(bytes))),
  withRow('combining marks', (bytes) => text(`A${MARKS.repeat(bytes / 4)}`)),
  withRow('address without an end', (bytes) => text('//a?a=//'.repeat(bytes / 8))),
  withRows('rows of combining marks', text(`A${MARKS.repeat(500)}`)),
  withRows('long list', PLAIN),
  withMembers('many members', (bytes) => `"x":{${listed(bytes / 12, (index) => `"m${index}":1`)}}`),
  withMembers('many numbers', (bytes) => `"x":[${'1,'.repeat(bytes / 2)}1]`),
  withMembers('many empty objects', (bytes) => `"x":[${'{},'.repeat(bytes / 3)}1]`),
  withMembers('deep nesting', (bytes) => `"x":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`),
  withMembers('long number', (bytes) => `"x":${'9'.repeat(bytes)}`),
  withMembers('no end', (bytes) => `"x":"${'\\"'.repeat(bytes / 2)}`),
  {
    name: 'long header',
    answer: (bytes, form) => ({
      headers: { 'retry-after': '1'.repeat(Math.min(bytes, 200_000)) },
      body: form.json(form.row(PLAIN, 0), ''),
    }),
  },
  {
    name: 'longest header',
    largest: 14_000,
    answer: (bytes, form) => ({
      headers: { 'retry-after': `${' '.repeat(bytes / 2)}${'1'.repeat(bytes / 2)}` },
      body: form.json(form.row(PLAIN, 0), ''),
    }),
  },
];
