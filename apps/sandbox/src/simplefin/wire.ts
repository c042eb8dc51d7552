import { randomUUID } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import { DAY_MS, dayNumber } from '@tributary/money';
import type { BankAccount, BankEntry } from '../bank/bank-account';
import { centsToText } from '../bank/cents';
import { stableUuid } from '../state/stable-ids';
import type { SimpleFinAccess, SimpleFinBehaviour } from './simplefin.state';

const NOON_S = 43_200;

interface SimpleFinInstitution {
  readonly connId: string;
  readonly name: string;
  readonly domain: string;
}

/** The two institutions to which the bank's accounts belong alternately, so that a test can break one of them. */
export const INSTITUTIONS: readonly [SimpleFinInstitution, SimpleFinInstitution] = [
  { connId: 'CON-1', name: 'Berka Bank', domain: 'berka.example' },
  { connId: 'CON-2', name: 'Vltava Savings', domain: 'vltava.example' },
];

/** The parsed query of an app; times in seconds since 1970. */
export interface AccountsRequest {
  readonly from: number;
  /** End of the requested time, exclusive. */
  readonly until: number;
  readonly pending: boolean;
  readonly balancesOnly: boolean;
  readonly version2: boolean;
  readonly sfinUrl: string;
  readonly nowS: number;
  readonly access: SimpleFinAccess;
  readonly behaviour: SimpleFinBehaviour;
}

export function institutionOf(index: number): SimpleFinInstitution {
  return INSTITUTIONS[index % 2 === 0 ? 0 : 1];
}

/**
 * Returns an account in the shape of the requested version, or with the members of both versions if the server is set
 * to do so.
 */
export function accountResource(account: BankAccount, index: number, request: AccountsRequest): object {
  const { profile } = account;
  const { version2, behaviour } = request;
  const { connId, name, domain } = institutionOf(index);
  const org = { domain, name, 'sfin-url': request.sfinUrl, url: `https://${domain}`, id: connId };
  return {
    ...(version2 ? { conn_id: connId } : {}),
    ...(version2 && !behaviour.bothShapes ? {} : { org }),
    id: accountIdOf(account, request),
    name: `${profile.name} (${profile.bban.slice(-4)})`,
    currency: behaviour.customCurrency ? `https://${domain}/miles` : profile.currency,
    balance: amount(centsToText(account.balanceCents), behaviour),
    'available-balance': amount(centsToText(account.availableCents), behaviour),
    'balance-date': request.nowS,
    transactions: request.balancesOnly ? [] : transactionsOf(account, request),
    holdings: [],
    extra: {},
  };
}

export function accountIdOf({ profile }: BankAccount, { access, behaviour }: AccountsRequest): string {
  return `ACT-${stableUuid(`simplefin/${behaviour.newAccountIds ? access.user : ''}/${profile.uuid}`)}`;
}

function transactionsOf(
  account: BankAccount,
  { from, until, pending, behaviour }: AccountsRequest,
): object[] {
  const booked = account.booked.filter(({ date }) => noonOf(date) >= from && noonOf(date) < until);
  return [
    ...(pending ? account.pending : []).map((entry, index) => transaction(entry, index, behaviour, true)),
    ...booked.map((entry, index) => transaction(entry, index, behaviour, false)),
  ];
}

/** Returns the id of an entry. A pending entry has another id than its booked one, as at most servers. */
function transaction(
  entry: BankEntry,
  index: number,
  behaviour: SimpleFinBehaviour,
  pending: boolean,
): object {
  const sent = JSON.parse(entry.text) as Record<string, unknown>;
  const own = `${pending ? 'PND' : 'TRN'}-${entry.transactionId ?? stableUuid(`${entry.text}/${index}`)}`;
  const day = noonOf(entry.date);
  return {
    id: behaviour.rotatedIds ? `TRN-${randomUUID()}` : own,
    posted: pending ? 0 : day,
    amount: amount(entry.amount, behaviour),
    description: sent['remittanceInformationUnstructured'] ?? '',
    payee: sent['creditorName'] ?? sent['debtorName'] ?? '',
    memo: '',
    transacted_at: day,
    ...(pending ? { pending: true } : {}),
    extra: {},
  };
}

function amount(text: string, { amountsAsNumbers }: SimpleFinBehaviour): unknown {
  return amountsAsNumbers ? new LosslessNumber(text) : text;
}

function noonOf(day: string): number {
  return (dayNumber(day) * DAY_MS) / 1000 + NOON_S;
}

/** The complaints of a page, in the older and in the newer form. */
export function complaintsOf(
  behaviour: SimpleFinBehaviour,
  accountIds: readonly string[],
  others: readonly string[],
): { errors: string[]; errlist: object[] } {
  const [, { connId, name }] = INSTITUTIONS;
  const general = [...others, ...(behaviour.quotaWarning ? [QUOTA] : [])];
  const { trouble } = behaviour;
  const text = trouble === null ? null : TEXTS[trouble](name);
  const ofAccounts = accountIds
    .filter((_, index) => institutionOf(index).connId === connId)
    .map((id) => ({ code: trouble, msg: text, conn_id: connId, account_id: id }));
  const newer =
    trouble === null
      ? []
      : trouble === 'con.auth'
        ? [{ code: trouble, msg: text, conn_id: connId }]
        : ofAccounts;
  return {
    errors: [...general, ...(text === null ? [] : [text])],
    errlist: [...general.map((msg) => ({ code: 'gen.', msg })), ...newer],
  };
}

const QUOTA = 'You are close to your daily limit of requests. Please make fewer requests.';

const TEXTS = {
  'con.auth': (name: string) => `Connection to ${name} may need attention`,
  'act.failed': (name: string) => `The account at ${name} could not be read`,
  'act.missingdata': (name: string) => `Some transactions at ${name} are missing`,
} as const;
