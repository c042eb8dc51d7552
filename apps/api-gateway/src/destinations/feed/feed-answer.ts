import { AccountDocument, groupBy, TransactionDocument } from '@tributary/contracts';
import { setImmediate } from 'node:timers/promises';
import { idText } from '../../wire-values';

/** An account of a feed; `institution` is null for one that was made by hand. */
export interface FeedAccountRow {
  readonly id: number;
  readonly document: Pick<AccountDocument, 'name' | 'custom_name' | 'display_name' | 'currency'>;
  readonly cleared: string | null;
  readonly available: string | null;
  readonly balance_at: Date | null;
  readonly institution_id: number | null;
  readonly institution: string | null;
  readonly connection_status: string | null;
}

export interface FeedTransactionRow {
  readonly id: number;
  readonly account_id: number;
  readonly created_at: Date;
  readonly document: Pick<TransactionDocument, 'amount' | 'booked'> & {
    readonly mapped_fields: Pick<TransactionDocument['mapped_fields'], 'payee' | 'description'>;
  };
  /** `YYYY-MM-DD`; both are the bank's, whatever rules say. */
  readonly booking_date: string | null;
  readonly value_date: string | null;
}

const NOON_S = 43_200;

/** So many transactions are formatted before other requests run. */
const PIECE_TRANSACTIONS = 500;

/**
 * SimpleFIN 1's answer to `/accounts`, as JSON in pieces, so that thousands of transactions delay no other request. It
 * never contains account numbers or holders' names.
 */
export async function* accountSet(
  accounts: readonly FeedAccountRow[],
  transactions: readonly FeedTransactionRow[],
  server: { readonly url: string; readonly complaints: readonly string[] },
): AsyncGenerator<string> {
  const rowsOf = groupBy(transactions, (row) => row.account_id);
  const errors = [...server.complaints, ...new Set(accounts.flatMap(complaintsOf))];
  yield `{"errors":${JSON.stringify(errors)},"accounts":[`;
  for (const [index, account] of accounts.entries()) {
    const members = JSON.stringify({ ...toAccount(account, server.url), holdings: [] });
    yield `${index === 0 ? '' : ','}${members.slice(0, -1)},"transactions":[`;
    yield* transactionPieces(rowsOf.get(account.id) ?? []);
    yield ']}';
  }
  yield ']}';
}

async function* transactionPieces(rows: readonly FeedTransactionRow[]): AsyncGenerator<string> {
  for (let from = 0; from < rows.length; from += PIECE_TRANSACTIONS) {
    await setImmediate();
    const piece = rows
      .slice(from, from + PIECE_TRANSACTIONS)
      .map((row) => JSON.stringify(toTransaction(row)));
    yield `${from === 0 ? '' : ','}${piece.join(',')}`;
  }
}

function toAccount(row: FeedAccountRow, serverUrl: string) {
  return {
    org: {
      domain: new URL(serverUrl).hostname,
      name: orgName(row),
      'sfin-url': serverUrl,
      ...(row.institution_id === null ? {} : { id: idText(row.institution_id) }),
    },
    id: idText(row.id),
    name: accountName(row),
    currency: row.document.currency ?? 'XXX',
    balance: twoDecimals(row.cleared ?? row.available ?? '0'),
    ...(row.available === null ? {} : { 'available-balance': twoDecimals(row.available) }),
    'balance-date': Math.floor((row.balance_at?.getTime() ?? 0) / 1000),
    extra: {},
  };
}

/** The id stays when a pending transaction books, so that apps recognize it. */
function toTransaction(row: FeedTransactionRow) {
  const { amount, booked, mapped_fields: fields } = row.document;
  const payee = fields.payee ?? '';
  const description = fields.description ?? '';
  const occurred = secondsOf(row);
  return {
    id: idText(row.id),
    posted: booked ? occurred : 0,
    amount: twoDecimals(amount),
    // Neither may be empty: apps show one of them.
    description: description || payee,
    payee: payee || description,
    memo: '',
    transacted_at: booked && row.value_date !== null ? noonOf(row.value_date) : occurred,
    pending: !booked,
    extra: {},
  };
}

/**
 * When it was booked, or, while it is pending, when it was made: noon in UTC, which is the same day nearly everywhere.
 */
export function secondsOf({ booking_date, value_date, created_at }: FeedTransactionRow): number {
  const day = booking_date ?? value_date;
  return day === null ? Math.floor(created_at.getTime() / 1000) : noonOf(day);
}

function noonOf(day: string): number {
  return Date.parse(day) / 1000 + NOON_S;
}

/** Some apps drop the point and read hundredths: so there are two decimals, and more only if they are not zero. */
export function twoDecimals(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** With the prefix that apps expect, so that they can point their users to the account. */
function complaintsOf(row: FeedAccountRow): string[] {
  const attention = ['EXPIRED', 'FAILING'].includes(row.connection_status ?? '')
    ? [`Connection to ${orgName(row)} may need attention`]
    : [];
  const hasBalance = row.cleared !== null || row.available !== null;
  return hasBalance ? attention : [...attention, `The balance of ${accountName(row)} is not known yet.`];
}

function orgName(row: FeedAccountRow): string {
  return row.institution ?? 'Tributary';
}

function accountName({ id, document }: FeedAccountRow): string {
  return document.custom_name || document.display_name || document.name || `Account ${id}`;
}
