import { AccountDocument, ConnectionStatus, groupBy } from '@tributary/contracts';
import { setImmediate } from 'node:timers/promises';
import { idText } from '../../wire-values';
import { FeedError, writtenErrors } from './feed-errors';

/** An account of a feed; what it has of connection and institution is null for one that was made by hand. */
export interface FeedAccountRow {
  readonly id: number;
  readonly document: Pick<AccountDocument, 'name' | 'custom_name' | 'display_name' | 'currency'> & {
    readonly health?: Pick<AccountDocument['health'], 'status'>;
  };
  readonly cleared: string | null;
  readonly available: string | null;
  readonly balance_at: Date | null;
  readonly connection_id: number | null;
  readonly connection_name: string | null;
  readonly connection_status: ConnectionStatus | null;
  readonly institution_id: number | null;
  readonly institution: string | null;
  readonly institution_url: string | null;
}

/** Transactions of an account as the answer has them: members of a JSON array, with commas between them. */
export interface FeedEntries {
  readonly account_id: number;
  readonly entries: string;
}

/** The connection and the institution of accounts that have none. */
const OWN = { id: 'tributary', name: 'Tributary' } as const;

/** An answer is sent in pieces of so many characters, and other requests run between two of them. */
const PIECE_CHARACTERS = 65_536;

/**
 * The answer to `/accounts` as JSON, in pieces. It has the members of SimpleFIN 1 (`errors`, `org`) and of version 2
 * (`errlist`, `connections`, `conn_id`) side by side. It never contains account numbers or holders' names.
 */
export async function* accountSet(
  accounts: readonly FeedAccountRow[],
  transactions: readonly FeedEntries[],
  server: { readonly url: string; readonly errors: readonly FeedError[] },
): AsyncGenerator<string> {
  let piece = '';
  for (const part of parts(accounts, transactions, server)) {
    piece += part;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
    await setImmediate();
  }
  yield piece;
}

function* parts(
  accounts: readonly FeedAccountRow[],
  transactions: readonly FeedEntries[],
  server: { readonly url: string; readonly errors: readonly FeedError[] },
): Generator<string> {
  const entriesOf = groupBy(transactions, ({ account_id }) => account_id);
  const errors = writtenErrors([...server.errors, ...accounts.flatMap(errorsOf)]);
  const connections = new Map(accounts.map((row) => [connId(row), toConnection(row, server.url)]));
  yield `${opened({ ...errors, connections: [...connections.values()] })},"accounts":[`;
  for (const [index, account] of accounts.entries()) {
    yield `${index === 0 ? '' : ','}${opened({ ...toAccount(account, server.url), holdings: [] })},"transactions":[`;
    for (const [at, { entries }] of (entriesOf.get(account.id) ?? []).entries()) {
      yield at === 0 ? entries : `,${entries}`;
    }
    yield ']}';
  }
  yield ']}';
}

/** A JSON object without its closing brace. */
function opened(members: object): string {
  return JSON.stringify(members).slice(0, -1);
}

function toAccount(row: FeedAccountRow, serverUrl: string) {
  return {
    org: toOrganization(row, serverUrl),
    conn_id: connId(row),
    id: idText(row.id),
    name: accountName(row),
    currency: row.document.currency ?? 'XXX',
    balance: twoDecimals(row.cleared ?? row.available ?? '0'),
    ...(row.available === null ? {} : { 'available-balance': twoDecimals(row.available) }),
    'balance-date': Math.floor((row.balance_at?.getTime() ?? 0) / 1000),
    extra: {},
  };
}

/** Of version 1. Some apps require a domain: where the institution's is not known, it is this server's. */
function toOrganization(row: FeedAccountRow, serverUrl: string) {
  const { institution_id: id, institution_url: url } = row;
  return {
    domain: hostOf(url) ?? new URL(serverUrl).hostname,
    name: orgName(row),
    'sfin-url': serverUrl,
    ...(id === null ? {} : { id: idText(id) }),
    ...(hostOf(url) === null ? {} : { url }),
  };
}

/** Of version 2. */
function toConnection(row: FeedAccountRow, serverUrl: string) {
  const { institution_id: id, institution_url: url } = row;
  return {
    conn_id: connId(row),
    name: row.connection_name || orgName(row),
    org_id: id === null ? OWN.id : idText(id),
    org_name: orgName(row),
    ...(hostOf(url) === null ? {} : { org_url: url }),
    sfin_url: serverUrl,
  };
}

/** Without `www.`; null for what is not an address of the web. */
function hostOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url) || !/^https?:/.test(url)) return null;
  return new URL(url).hostname.replace(/^www\./, '');
}

function connId({ connection_id: id }: FeedAccountRow): string {
  return id === null ? OWN.id : idText(id);
}

/** Some apps drop the point and read hundredths: so there are two decimals, and more only if they are not zero. */
export function twoDecimals(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

function errorsOf(row: FeedAccountRow): FeedError[] {
  const hasBalance = row.cleared !== null || row.available !== null;
  const account_id = idText(row.id);
  const msg = `The balance of ${accountName(row)} is not known yet.`;
  return [...connectionErrors(row), ...(hasBalance ? [] : [{ code: 'act.' as const, msg, account_id }])];
}

/** The sentence has the prefix by which apps of version 1 know that an account needs its user. */
function connectionErrors(row: FeedAccountRow): FeedError[] {
  const conn_id = connId(row);
  const account_id = idText(row.id);
  const msg = `Connection to ${orgName(row)} may need attention`;
  switch (row.connection_status) {
    case 'EXPIRED':
      return [{ code: 'con.auth', msg, conn_id }];
    case 'FAILING':
      return [{ code: 'act.failed', msg, conn_id, account_id }];
    case 'PENDING':
    case 'ACTIVE':
    case 'EXPIRING':
    case 'DISABLED':
    case null: {
      const failing = `${accountName(row)} could not be read lately.`;
      return row.document.health?.status === 'FAILING'
        ? [{ code: 'act.failed', msg: failing, conn_id, account_id }]
        : [];
    }
    default: {
      const unknown: never = row.connection_status;
      return unknown;
    }
  }
}

function orgName(row: FeedAccountRow): string {
  return row.institution ?? OWN.name;
}

function accountName({ id, document }: FeedAccountRow): string {
  return document.custom_name || document.display_name || document.name || `Account ${id}`;
}
