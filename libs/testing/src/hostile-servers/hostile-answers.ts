import { GivenAnswer } from './answering-thread';

const MARKS = '\u0301\u0316';

/** The JSON text of an answer, as far as a hostile server may choose it. */
export interface AnswerForm {
  /** Of an answer with these rows, and further members (with a comma in front) at its root. */
  readonly json: (rows: string, members: string) => string;
  /** Of a good row with this JSON text in its texts. */
  readonly row: (text: string, index: number) => string;
}

/** A shape of an answer of about so many bytes. */
export interface HostileAnswer {
  readonly name: string;
  /** No more of it is accepted, where that is less than the answer may have. */
  readonly largest?: number;
  readonly answer: (bytes: number, form: AnswerForm) => GivenAnswer;
}

const text = (value: string) => JSON.stringify(value);
const PLAIN = text('SHOP');

/** So many rows as have about so many bytes. */
function rowsOf(bytes: number, { row }: AnswerForm, value: string): string {
  const count = Math.max(1, Math.floor(bytes / Buffer.byteLength(`${row(value, 100_000)},`)));
  return Array.from({ length: count }, (_, index) => row(value, index)).join(',');
}

const withRows = (name: string, value: string): HostileAnswer => ({
  name,
  answer: (bytes, form) => ({ body: form.json(rowsOf(bytes, form, value), '') }),
});

const withRow = (name: string, value: (bytes: number) => string): HostileAnswer => ({
  name,
  largest: 1_000_000,
  answer: (bytes, form) => ({ body: form.json(form.row(value(bytes), 0), '') }),
});

const withMembers = (name: string, members: (bytes: number) => string): HostileAnswer => ({
  name,
  answer: (bytes, form) => ({ body: form.json(form.row(PLAIN, 0), `,${members(bytes)}`) }),
});

const listed = (count: number, item: (index: number) => string) =>
  Array.from({ length: Math.floor(count) }, (_, index) => item(index)).join(',');

export const HOSTILE_ANSWERS: readonly HostileAnswer[] = [
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
