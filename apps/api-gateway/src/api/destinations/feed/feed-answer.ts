import { AccountDocument, ConnectionStatus, groupBy } from '@tributary/contracts';
import { setImmediate } from 'node:timers/promises';
import { idText } from '../../../rest/wire-values';
import { FeedError, writtenErrors } from './feed-errors';
import { AccountOrigin, institutionOf, OWN } from './feed-institution';

/** An account of a feed. */
export interface FeedAccountRow extends AccountOrigin {
  readonly id: number;
  readonly document: AccountOrigin['document'] &
    Pick<AccountDocument, 'name' | 'custom_name' | 'display_name' | 'currency'> & {
      readonly health?: Pick<AccountDocument['health'], 'status'>;
    };
  readonly cleared: string | null;
  readonly available: string | null;
  readonly balance_at: Date | null;
  readonly connection_name: string | null;
  readonly connection_status: ConnectionStatus | null;
}

/** Transactions of an account as members of a JSON array, with commas between them, ready for the response. */
export interface FeedEntries {
  readonly account_id: number;
  readonly entries: string;
}

/** A response is sent in pieces of this many characters, so that other requests run between two of them. */
const PIECE_CHARACTERS = 65_536;

/**
 * The response to `/accounts` as JSON, in pieces. It has the members of SimpleFIN 1 (`errors`, `org`) and of version 2
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
  const connections = new Map(
    accounts.map((row) => [institutionOf(row).connId, toConnection(row, server.url)]),
  );
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
    conn_id: institutionOf(row).connId,
    id: idText(row.id),
    name: accountName(row),
    currency: row.document.currency ?? 'XXX',
    balance: twoDecimals(row.cleared ?? row.available ?? '0'),
    ...(row.available === null ? {} : { 'available-balance': twoDecimals(row.available) }),
    'balance-date': Math.floor((row.balance_at?.getTime() ?? 0) / 1000),
    extra: {},
  };
}

/**
 * Returns the member `org` of SimpleFIN 1. Some apps require a domain, so the domain of this server replaces an unknown
 * one.
 */
function toOrganization(row: FeedAccountRow, serverUrl: string) {
  const { orgId, name, domain, url } = institutionOf(row);
  return {
    domain: domain ?? new URL(serverUrl).hostname,
    name,
    'sfin-url': serverUrl,
    ...(orgId === null ? {} : { id: orgId }),
    ...(url === null ? {} : { url }),
  };
}

/** A member of `connections` of SimpleFIN 2. */
function toConnection(row: FeedAccountRow, serverUrl: string) {
  const { connId, orgId, name, url } = institutionOf(row);
  return {
    conn_id: connId,
    name: row.connection_name || name,
    org_id: orgId ?? OWN.id,
    org_name: name,
    ...(url === null ? {} : { org_url: url }),
    sfin_url: serverUrl,
  };
}

/** The amount with two decimals, and more only if they are not zero: some apps drop the point and read hundredths. */
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
  const { connId: conn_id, name } = institutionOf(row);
  const account_id = idText(row.id);
  const msg = `Connection to ${name} may need attention`;
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

function accountName({ id, document }: FeedAccountRow): string {
  return document.custom_name || document.display_name || document.name || `Account ${id}`;
}
