import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BankAccount } from '../bank/bank-account';
import { centsToText } from '../bank/cents';
import { sendJsonText } from '../json-reply';
import { notFound, rateLimited } from './problem';
import type { Scope } from '../metering/scope';
import type { Agreement } from './provider-a.events';
import type { ProviderAState } from './provider-a.state';
import { listedRows } from './listed-rows';
import { transactionWindow, type WindowQuery } from './transaction-window';

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
    answer: (account: BankAccount, query: WindowQuery, agreement: Agreement) => string,
  ): void => {
    app.get<ByAccount>(`/accounts/:id/${scope}/`, async (request, reply) => {
      const { id } = request.params;
      const account = accountOf(state, id);
      const agreement = state.consents.grant(id, scope);
      takeFromAllowance(state, id, scope, reply);
      const text = answer(account, request.query, agreement);
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

/** Throws 429 if the allowance is used up. Errors carry the headers, too. */
function takeFromAllowance(state: ProviderAState, id: string, scope: Scope, reply: FastifyReply): void {
  const { remaining, limit, resetS } = sendAllowance(state, id, scope, reply);
  if (remaining > 0) return;
  state.allowances.refuse(id);
  state.retryWindows.open(`${id}/${scope}`, resetS);
  throw rateLimited(`${limit}/day`, resetS);
}

function sendAllowance(state: ProviderAState, id: string, scope: Scope, reply: FastifyReply) {
  const allowance = state.allowances.state(id, scope);
  reply.header('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_LIMIT', allowance.limit);
  reply.header('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING', allowance.remaining);
  reply.header('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_RESET', allowance.resetS);
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
  state.transactionAnswers += 1;
  const { transactionIds } = state.behaviour;
  const booked = listedRows(account.booked.filter(isIn), transactionIds, state.transactionAnswers);
  const pending = account.pending.filter(isIn).map(({ text }) => text);
  const lastUpdated = new Date(state.clock.now()).toISOString();
  return `{"transactions":{"booked":[${booked.join(',')}],"pending":[${pending.join(',')}]},"last_updated":"${lastUpdated}"}`;
}
