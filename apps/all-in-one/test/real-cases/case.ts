import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CASES = path.join(__dirname, 'cases');
const FILES = path.join(__dirname, 'files');

/** A row of an account: `2026-03-02 -4.50 EUR`. A dash stands for any day or amount; the currency is optional. */
export type ExpectedRow = string | ({ readonly row: string } & ExpectedText);

/** Texts that a row must have; blanks between words are not compared. */
export interface ExpectedText {
  readonly value_date?: string;
  readonly payee?: string;
  readonly payee_contains?: string | readonly string[];
  /** Texts in the payee or the description. */
  readonly text_contains?: string | readonly string[];
  readonly text_lacks?: string | readonly string[];
  /** Texts anywhere in the transaction's JSON. */
  readonly anywhere?: string | readonly string[];
}

/** The expected rows of the case's accounts, in any order. */
export interface ExpectedRows {
  readonly rows?: readonly ExpectedRow[];
  readonly rows_among?: readonly ExpectedRow[];
  readonly rows_lack?: readonly ExpectedRow[];
  readonly count?: number;
  readonly sum?: string;
  /** Alternatives that are all correct. */
  readonly any_of?: readonly ExpectedRows[];
}

/** One uploaded file, with the expected result. Omitted members are not checked. */
export interface Step extends ExpectedRows {
  readonly file: string;
  readonly file_name?: string;
  /** `new` (default): a new account for each account of the file. `unsaid`: the request names no account. */
  readonly account?: 'new' | 'same' | 'unsaid';
  readonly added?: number | readonly [number, number];
  readonly known?: number | readonly [number, number];
  readonly left_out?: number | readonly [number, number];
  readonly unreadable?: number | readonly [number, number];
  readonly accounts?: number | readonly [number, number];
  /** The import must ask the user a question before it is applied. */
  readonly asks?: true;
  /** The file must, or may, be refused with a message that matches this expression. */
  readonly refused?: string;
  readonly refused_ok?: string;
  /** The CSV export must have no line that matches. */
  readonly export_lacks?: string;
}

export interface RealCase {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** The public report (repository#number), the public sample, or the bank with this layout. */
  readonly source: string;
  /** The currency of new accounts if the file has none. */
  readonly currency?: string;
  /** The file is ambiguous, so a question is correct, too. */
  readonly asks_ok?: true;
  readonly steps: readonly Step[];
}

/** Returns all cases of the folder, in the order of their files. */
export function realCases(): RealCase[] {
  const files = readdirSync(CASES)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return files.flatMap((name) => JSON.parse(readFileSync(path.join(CASES, name), 'utf8')) as RealCase[]);
}

export function contentOf(step: Step): Buffer {
  return readFileSync(path.join(FILES, step.file));
}

/** Returns the files of the folder that no case uploads. */
export function unusedFiles(cases: readonly RealCase[]): string[] {
  const used = new Set(cases.flatMap(({ steps }) => steps.map(({ file }) => file)));
  const names = readdirSync(FILES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'LICENSES.md')
    .map(({ parentPath, name }) => path.relative(FILES, path.join(parentPath, name)));
  return names.filter((name) => !used.has(name)).sort();
}
