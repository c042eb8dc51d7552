import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How money that left the account is told from money that came in. */
export interface SignRule {
  /**
   * `signed`: a minus for money that left. `inverted`: a minus for money that came in. `brackets`: brackets for money that
   * left. `words`: no sign, a column says it. `suffix`: no sign, a word behind the amount says it. `both`: a sign, and a column that says the same. `columns`: debit and credit.
   */
  readonly rule: 'signed' | 'inverted' | 'brackets' | 'words' | 'suffix' | 'both' | 'columns';
  /** The words of the direction. */
  readonly out?: string;
  readonly in?: string;
  readonly debit?: 'negative';
}

/** How cells are written, where it is not the plain form. */
export interface CellStyle {
  /** The empty one of debit and credit holds a zero. */
  readonly zero?: true;
  readonly plus?: true;
  /** A currency mark before, or behind, amounts. */
  readonly mark?: string;
  readonly behind?: string;
  /** The mark of thousands. */
  readonly group?: string;
  /** The status of a row that was booked. */
  readonly status?: string;
  readonly trail?: true;
  /** Amounts have no decimals. */
  readonly whole?: true;
}

/** What a bank's file looks like, as a public configuration states it: a row of `layouts.jsonl`. */
export interface Layout {
  readonly name: string;
  readonly country: string;
  readonly source: { readonly repository: string; readonly path: string; readonly licence: string };
  readonly delimiter: string;
  readonly encoding: string;
  /** Null where the source states no names: then the file has none, or names that nobody knows. */
  readonly header: readonly string[] | null;
  /** Rows before the names; without known names, before the first entry: the last of them is then the row of names. */
  readonly before: number;
  /** Rows after the last entry. */
  readonly after: number;
  readonly date: string;
  readonly decimal: '.' | ',';
  /** A column of imports (`CSV_COLUMNS`), or `other` and what such a column holds. */
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

/** Whether nobody knows what the bank calls its columns, though its files name them. */
export function hasLostNames({ header, before }: Layout): boolean {
  return header === null && before > 0;
}
