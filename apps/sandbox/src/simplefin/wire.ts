import { randomUUID } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import type { BankAccount, BankEntry } from '../bank/bank-account';
import { centsToText } from '../bank/cents';
import { stableUuid } from '../state/stable-ids';
import type { SimpleFinBehaviour } from './behaviour';
import type { SimpleFinAccess } from './simplefin.events';

const NOON_S = 43_200;

interface SimpleFinInstitution {
  readonly connId: string;
  readonly name: string;
  readonly domain: string;
}

/** The bank's accounts are at two institutions by turns, so that one can be in trouble while the other is not. */
export const INSTITUTIONS: readonly [SimpleFinInstitution, SimpleFinInstitution] = [
  { connId: 'CON-1', name: 'Berka Bank', domain: 'berka.example' },
  { connId: 'CON-2', name: 'Vltava Savings', domain: 'vltava.example' },
];

/** What an app asked for; times in seconds since 1970. */
export interface AccountsRequest {
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
  readonly pending: boolean;
  readonly balancesOnly: boolean;
  readonly version2: boolean;
  readonly sfinUrl: string;
}

export function institutionOf(index: number): SimpleFinInstitution {
  return INSTITUTIONS[index % 2 === 0 ? 0 : 1];
}

/** An account in the shape of the version; members of both where the server answers so. */
export function accountResource(
  account: BankAccount,
  index: number,
  access: SimpleFinAccess,
  request: AccountsRequest,
  behaviour: SimpleFinBehaviour,
  nowS: number,
): object {
  const { profile } = account;
  const { connId, name, domain } = institutionOf(index);
  const org = {
    domain,
    name,
    'sfin-url': request.sfinUrl,
    url: `https://${domain}`,
    id: connId,
  };
  const amount = amountWriter(behaviour);
  return {
    ...(request.version2 ? { conn_id: connId } : {}),
    ...(request.version2 && !behaviour.bothShapes ? {} : { org }),
    id: accountIdOf(account, access, behaviour),
    name: `${profile.name} (${profile.bban.slice(-4)})`,
    currency: behaviour.customCurrency ? `https://${domain}/miles` : profile.currency,
    balance: amount(centsToText(account.balanceCents)),
    'available-balance': amount(centsToText(account.availableCents)),
    'balance-date': nowS,
    transactions: request.balancesOnly ? [] : transactionsOf(account, request, behaviour),
    holdings: [],
    extra: {},
  };
}

export function accountIdOf(
  { profile }: BankAccount,
  { user }: SimpleFinAccess,
  { newAccountIds }: SimpleFinBehaviour,
): string {
  return `ACT-${stableUuid(`simplefin/${newAccountIds ? user : ''}/${profile.uuid}`)}`;
}

function transactionsOf(
  account: BankAccount,
  { from, until, pending }: AccountsRequest,
  behaviour: SimpleFinBehaviour,
): object[] {
  const booked = account.booked.filter(({ date }) => {
    const posted = noonOf(date);
    return posted >= from && posted < until;
  });
  return [
    ...(pending ? account.pending.map((entry, index) => transaction(entry, index, behaviour, true)) : []),
    ...booked.map((entry, index) => transaction(entry, index, behaviour, false)),
  ];
}

/** Pending entries have other ids than what they become, as at most servers. */
function transaction(
  entry: BankEntry,
  index: number,
  behaviour: SimpleFinBehaviour,
  pending: boolean,
): object {
  const sent = JSON.parse(entry.text) as Record<string, unknown>;
  const own = `${pending ? 'PND' : 'TRN'}-${entry.transactionId ?? stableUuid(`${entry.text}/${index}`)}`;
  const day = noonOf(entry.date);
  const description = sent['remittanceInformationUnstructured'] ?? '';
  return {
    id: behaviour.rotatedIds ? `TRN-${randomUUID()}` : own,
    posted: pending ? 0 : day,
    amount: amountWriter(behaviour)(entry.amount),
    description,
    payee: sent['creditorName'] ?? sent['debtorName'] ?? '',
    memo: '',
    transacted_at: day,
    ...(pending ? { pending: true } : {}),
    extra: {},
  };
}

function amountWriter({ amountsAsNumbers }: SimpleFinBehaviour): (text: string) => unknown {
  return (text) => (amountsAsNumbers ? new LosslessNumber(text) : text);
}

function noonOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000 + NOON_S;
}

/** What is wrong, in the older and in the newer form. */
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
