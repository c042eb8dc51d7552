import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How outgoing money is distinguished from incoming money. */
export interface SignRule {
  /**
   * `signed`: a minus for outgoing money. `inverted`: a minus for incoming money. `brackets`: brackets for outgoing
   * money. `words`: no sign, but a column of words. `suffix`: no sign, but a word behind the amount. `both`: a sign and
   * a column of words. `columns`: debit and credit.
   */
  readonly rule: 'signed' | 'inverted' | 'brackets' | 'words' | 'suffix' | 'both' | 'columns';
  /** The words for the directions. */
  readonly out?: string;
  readonly in?: string;
  readonly debit?: 'negative';
}

/** The formats of cells, if they are not plain. */
export interface CellStyle {
  /** Whether the unused one of debit and credit contains a zero. */
  readonly zero?: true;
  readonly plus?: true;
  /** A currency mark before, or behind, amounts. */
  readonly mark?: string;
  readonly behind?: string;
  /** The separator of thousands. */
  readonly group?: string;
  /** The status of a booked row. */
  readonly status?: string;
  readonly trail?: true;
  /** Whether amounts have no decimals. */
  readonly whole?: true;
}

/** The layout of a bank's file, as a public configuration describes it: a row of `layouts.jsonl`. */
export interface Layout {
  readonly name: string;
  readonly country: string;
  readonly source: { readonly repository: string; readonly path: string; readonly licence: string };
  readonly delimiter: string;
  readonly encoding: string;
  /** Null if the source states no names: the file then has none, or unknown ones. */
  readonly header: readonly string[] | null;
  /**
   * The number of rows before the names; if the names are unknown, before the first entry, and the last of these rows
   * has the names.
   */
  readonly before: number;
  /** The number of rows after the last entry. */
  readonly after: number;
  readonly date: string;
  readonly decimal: '.' | ',';
  /** A column of imports (`CSV_COLUMNS`), or `other` with its content. */
  readonly roles: readonly string[];
  readonly sign: SignRule;
  readonly order?: 'asc' | 'desc';
  readonly style?: CellStyle;
}

export const LAYOUTS = readFileSync(path.join(__dirname, 'layouts.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Layout);

export function hasRole({ roles }: Layout, role: string): boolean {
  return roles.includes(role);
}

/** Returns whether the file has column names that the source does not state. */
export function hasLostNames({ header, before }: Layout): boolean {
  return header === null && before > 0;
}
