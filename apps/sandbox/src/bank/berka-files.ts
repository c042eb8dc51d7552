import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dataFolder } from '../state/data-folder';

/** A line of the published transactions file; texts without their quotes. */
export interface BerkaRow {
  readonly transId: string;
  /** `YYYY-MM-DD`, as booked in 1993 and 1994. */
  readonly date: string;
  readonly type: string;
  readonly operation: string;
  /** The amount with its sign: the file has positive amounts and the direction in `type`. */
  readonly amount: string;
  readonly balance: string;
  readonly kSymbol: string;
  readonly counterpartyBank: string;
  readonly counterpartyAccount: string;
}

export interface BerkaAccount {
  readonly accountId: number;
  readonly statementFrequency: string;
  /** Rows in the order of the file: by day, unsorted within a day. They are parsed when they are first read. */
  readonly rows: readonly BerkaRow[];
}

export interface Berka {
  /** The accounts that have transactions, by account id. */
  readonly accounts: readonly BerkaAccount[];
  readonly newestDate: string;
}

let loaded: Berka | undefined;

/** Reads the project's copy of the data once per process; the result is never changed. */
export function loadBerka(): Berka {
  return (loaded ??= readBerka(dataFolder('berka')));
}

function readBerka(folder: string): Berka {
  const linesByAccount = new Map<number, string[]>();
  let newestDate = '';
  for (const line of linesOf(join(folder, 'transactions.asc.gz'))) {
    const [, account = '', date = ''] = line.split(';', 3).map(unquoted);
    const lines = linesByAccount.get(Number(account));
    if (lines) lines.push(line);
    else linesByAccount.set(Number(account), [line]);
    if (date > newestDate) newestDate = date;
  }
  const frequencies = new Map(
    linesOf(join(folder, 'account.asc.gz'))
      .map(columnsOf)
      .map((columns) => [Number(columns[0]), columns[2] ?? '']),
  );
  const accounts = [...linesByAccount]
    .sort(([a], [b]) => a - b)
    .map(([accountId, lines]) => accountOf(accountId, frequencies.get(accountId) ?? '', lines));
  return { accounts, newestDate: dayOf(newestDate) };
}

/** Most tests read the rows of a few accounts, and parsing all of them takes a third of a second. */
function accountOf(accountId: number, statementFrequency: string, lines: readonly string[]): BerkaAccount {
  let rows: readonly BerkaRow[] | undefined;
  return {
    accountId,
    statementFrequency,
    get rows() {
      return (rows ??= lines.map((line) => fromColumns(columnsOf(line))));
    },
  };
}

function fromColumns(columns: readonly string[]): BerkaRow {
  const column = (index: number): string => columns[index] ?? '';
  const [type, amount, counterpartyAccount] = [column(3), column(5), column(9)];
  return {
    transId: column(0),
    date: dayOf(column(2)),
    type,
    operation: column(4),
    amount: type === 'PRIJEM' || Number(amount) === 0 ? amount : `-${amount}`,
    balance: column(6),
    kSymbol: column(7).trim(),
    counterpartyBank: column(8),
    counterpartyAccount: counterpartyAccount === '0' ? '' : counterpartyAccount,
  };
}

/** The day of `yymmdd`. */
function dayOf(date: string): string {
  return `19${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;
}

function linesOf(path: string): string[] {
  const lines = gunzipSync(readFileSync(path)).toString('latin1').split('\n').slice(1);
  return lines.filter((line) => line !== '');
}

function columnsOf(line: string): string[] {
  return unquoted(line).trimEnd().split(';');
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}
