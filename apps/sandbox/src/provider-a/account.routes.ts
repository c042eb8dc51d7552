import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BankAccount, BankEntry } from '../bank/bank-account';
import { centsToText } from '../bank/cents';
import { sendJsonText, sendLimit } from '../server/http';
import { dayIn } from '../server/query';
import { notFound, rateLimited, fieldProblem } from './problem';
import type { Scope } from '../metering/scope';
import type { Agreement } from './consents';
import type { IdStyle, ProviderAState } from './provider-a.state';
import type { ProviderTransaction } from '../bank/provider-transaction';
import { stableHash } from '../state/stable-ids';
import { addDays } from '@tributary/money';

interface ByAccount {
  Params: { id: string };
  Querystring: WindowQuery;
}

/** The account resources; all but the account itself cost the bank's daily allowance. */
export function accountRoutes(app: FastifyInstance, state: ProviderAState): void {
  app.get<ByAccount>('/accounts/:id/', async (request) => {
    const account = accountOf(state, request.params.id);
    return accountResource(request.params.id, account, state.consents.grant(request.params.id));
  });
  const limited = (
    scope: Scope,
    write: (account: BankAccount, query: WindowQuery, agreement: Agreement) => string,
  ): void => {
    app.get<ByAccount>(`/accounts/:id/${scope}/`, async (request, reply) => {
      const { id } = request.params;
      const account = accountOf(state, id);
      const agreement = state.consents.grant(id, scope);
      const { limit, resetS } = sendAllowance(state, id, scope, reply);
      if (!state.covers(id, scope)) throw rateLimited(`${limit}/day`, resetS);
      const text = write(account, request.query, agreement);
      state.allowances.spend(id, scope);
      sendAllowance(state, id, scope, reply);
      return sendJsonText(reply, text);
    });
  };
  limited('details', (account) => detailsText(account));
  limited('balances', (account) => balancesText(account, state.clock.today()));
  limited('transactions', (account, query, agreement) =>
    transactionsText(
      account,
      transactionWindow(query, agreement.max_historical_days, state.clock.today()),
      state,
    ),
  );
}

function accountOf(state: ProviderAState, id: string): BankAccount {
  const account = state.bank.account(id);
  if (!account) throw notFound();
  return account;
}

function sendAllowance(state: ProviderAState, id: string, scope: Scope, reply: FastifyReply) {
  const allowance = state.allowances.state(id, scope);
  sendLimit(reply, 'HTTP_X_RATELIMIT_ACCOUNT_SUCCESS', allowance);
  return allowance;
}

function accountResource(id: string, { profile }: BankAccount, agreement: Agreement): object {
  return {
    id,
    created: agreement.accepted,
    last_accessed: agreement.accepted,
    iban: profile.iban,
    bban: profile.bban,
    institution_id: agreement.institution_id,
    status: 'READY',
    owner_name: profile.ownerName,
    name: profile.name,
  };
}

function detailsText({ profile, details }: BankAccount): string {
  return JSON.stringify({
    account: {
      resourceId: profile.bankAccountId,
      iban: profile.iban,
      bban: profile.bban,
      currency: profile.currency,
      ownerName: profile.ownerName,
      name: profile.name,
      product: profile.product,
      cashAccountType: 'CACC',
      status: 'enabled',
      usage: 'PRIV',
      ...details,
    },
  });
}

function balancesText(account: BankAccount, referenceDate: string): string {
  const { currency } = account.profile;
  const balance = (cents: bigint, balanceType: string): object => ({
    balanceAmount: { amount: centsToText(cents), currency },
    balanceType,
    referenceDate,
  });
  return JSON.stringify({
    balances: [
      balance(account.balanceCents, 'interimBooked'),
      balance(account.availableCents, 'interimAvailable'),
    ],
  });
}

function transactionsText(
  account: BankAccount,
  window: { readonly from: string; readonly to: string },
  state: ProviderAState,
): string {
  const isIn = ({ date }: { readonly date: string }): boolean =>
    date === '' || (date >= window.from && date <= window.to);
  state.transactionPages += 1;
  const { transactionIds } = state.behaviour;
  const booked = listedRows(account.booked.filter(isIn), transactionIds, state.transactionPages);
  const pending = account.pending.filter(isIn).map(({ text }) => text);
  const lastUpdated = new Date(state.clock.now()).toISOString();
  return `{"transactions":{"booked":[${booked.join(',')}],"pending":[${pending.join(',')}]},"last_updated":"${lastUpdated}"}`;
}

/** The id of a row by the style; null: the bank's own. `page` differs in each page. */
const IDS: Readonly<Record<IdStyle, (entry: BankEntry, index: number, page: number) => string | null>> = {
  kept: () => null,
  rotated: (entry, index, page) => stableHash(`${page}/${index}/${entry.text}`),
  renumbered: (_entry, index) => String(index + 1),
  shared: (entry) => entry.date,
};

/** The rows of one page as JSON texts. */
function listedRows(entries: readonly BankEntry[], style: IdStyle, page: number): string[] {
  return entries.map((entry, index) => {
    const id = IDS[style](entry, index, page);
    return id === null ? entry.text : underId(entry.text, id);
  });
}

function underId(text: string, id: string): string {
  const row = JSON.parse(text) as ProviderTransaction;
  return JSON.stringify({
    ...row,
    ...(row.transactionId === undefined ? {} : { transactionId: id }),
    ...(row.internalTransactionId === undefined ? {} : { internalTransactionId: id }),
  });
}

interface WindowQuery {
  readonly date_from?: string;
  readonly date_to?: string;
}

/**
 * Parses the first and the last day, both inclusive.
 * @throws Problem of a field if a value is no date, the order is wrong, or the agreement does not reach so far back
 */
function transactionWindow(
  query: WindowQuery,
  maxHistoricalDays: number,
  today: string,
): { readonly from: string; readonly to: string } {
  const oldest = addDays(today, -maxHistoricalDays);
  const from = dateFrom(query.date_from, 'date_from') ?? oldest;
  const to = dateFrom(query.date_to, 'date_to') ?? '9999-12-31';
  if (from < oldest) {
    throw fieldProblem(
      'date_from',
      'Incorrect date_from',
      `date_from must not be older than ${maxHistoricalDays} days, which is ${oldest}`,
    );
  }
  if (from > to) throw fieldProblem('date_to', 'Incorrect date_to', 'date_to must not be before date_from');
  return { from, to };
}

function dateFrom(value: string | undefined, field: string): string | undefined {
  const detail = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
  return dayIn(value, () => fieldProblem(field, `Incorrect ${field}`, detail));
}
