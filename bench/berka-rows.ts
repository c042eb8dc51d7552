import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILE = path.resolve(__dirname, '../../apps/sandbox/data/berka/transactions.asc.gz');
const NAMES = [
  'id',
  'account',
  'date',
  'type',
  'purpose',
  'amount',
  'balance',
  'symbol',
  'bank',
  'other',
] as const;

/** A transaction of the demo bank. */
export interface BerkaRow {
  readonly id: string;
  readonly account: string;
  readonly day: string;
  /** Signed. */
  readonly amount: string;
  readonly balance: string;
  readonly isCredit: boolean;
  readonly counterparty: string;
  readonly other: string;
  readonly purpose: string;
  readonly notes: string;
}

/** The demo bank's 49,102 transactions. */
export function loadBerkaRows(): BerkaRow[] {
  const text = gunzipSync(readFileSync(FILE)).toString('utf8');
  const options = { delimiter: ';', from_line: 2, columns: [...NAMES], skip_empty_lines: true, trim: true };
  return parse<Record<(typeof NAMES)[number], string>>(text, options).map((row) => {
    const { id, account, date, type, purpose, amount, balance, symbol, bank, other } = row;
    const isCredit = type === 'PRIJEM';
    return {
      id,
      account,
      day: `19${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`,
      amount: isCredit ? amount : `-${amount}`,
      balance,
      isCredit,
      counterparty: bank === '' ? 'Household Bank' : `Account ${other} at bank ${bank}`,
      other,
      purpose,
      notes: `${purpose} ${symbol}`.trim(),
    };
  });
}

/** What banks call it. */
export function codeOf({ isCredit }: BerkaRow): string {
  return isCredit ? 'PMNT-RCDT-DMCT' : 'PMNT-ICDT-DMCT';
}
