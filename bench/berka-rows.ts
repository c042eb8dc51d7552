import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILE = path.resolve(__dirname, '../../apps/sandbox/data/berka/transactions.asc.gz');

/** The demo bank's 49,102 transactions, as wide rows for the batch upsert. */
export async function loadBerkaRows(): Promise<unknown[][]> {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n').slice(1);
  return lines.map((line) =>
    toRow(
      line
        .trim()
        .split(';')
        .map((field) => field.replaceAll('"', '')),
    ),
  );
}

function toRow(fields: string[]): unknown[] {
  const [
    id = '',
    account = '',
    date = '',
    type = '',
    operation = '',
    amount = '',
    balance = '',
    symbol = '',
    bank = '',
    other = '',
  ] = fields;
  const day = `19${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;
  const isCredit = type === 'PRIJEM';
  const counterparty = bank === '' ? 'Household Bank' : `Account ${other} at bank ${bank}`;
  const now = new Date();
  return [
    Number(id),
    Number(account),
    id,
    isCredit ? amount : `-${amount}`,
    'CZK',
    true,
    day,
    day,
    isCredit ? null : counterparty,
    null,
    isCredit ? null : other,
    isCredit ? counterparty : null,
    null,
    isCredit ? other : null,
    `${operation} ${symbol}`.trim(),
    null,
    balance,
    isCredit ? 'PMNT-RCDT-DMCT' : 'PMNT-ICDT-DMCT',
    operation,
    null,
    null,
    null,
    id,
    null,
    null,
    `hash-${id}`,
    1,
    now,
    now,
  ];
}
