import type { FastifyInstance } from 'fastify';
import { limitLever } from '../server/levers';
import type { BankAccount } from './bank-account';
import { centsToText } from './cents';
import { SCOPES } from '../metering/scope';
import { BERKA, type Bank } from './bank';
import type { BankProvider } from './bank-provider';

const RESOURCES = ['account', ...SCOPES] as const;

export interface OfInstitution {
  Querystring: { institution?: string };
}

/** The ledger and the levers that both providers of the bank have. */
export function bankProviderLevers(app: FastifyInstance, state: BankProvider): void {
  app.put(`/${state.name}/behaviour`, async ({ body }) => state.behave(body));
  limitLever(app, `/${state.name}/daily-calls`, {
    limit: (value) => (state.allowances.dailyCalls = value),
  });
  app.post(`/${state.name}/next-day`, async () => state.renew());
  app.get<OfInstitution>(`/ledger/${state.name}`, async ({ query }) => ({
    accounts: bankLedger(state, query.institution ?? BERKA),
  }));
}

/** The bank's records and the number of requests, with which a pipeline is compared. */
function bankLedger(state: BankProvider, institutionId: string): object[] {
  return (state.bank.accountsOf(institutionId) ?? []).map((account) => ({
    id: account.profile.uuid,
    name: account.profile.name,
    transaction_count: account.booked.length,
    transaction_ids: account.booked.map((entry) => entry.transactionId ?? null),
    pending_count: account.pending.length,
    signed_sum: centsToText(account.bookedSumCents),
    last_balance: centsToText(account.balanceCents),
    currency: account.profile.currency,
    requests: Object.fromEntries(
      RESOURCES.map((resource) => [resource, state.requests.of(account.profile.uuid, resource)]),
    ),
    requests_in_retry_after: state.retryWindows.earlyRequests(`${account.profile.uuid}/`),
    requests_beyond_allowance: state.allowances.refusedOf(account.profile.uuid),
  }));
}

/** Every row, under the bank's own id, whatever ids a provider gives it. */
export function bankRows(bank: Bank, institutionId: string): object[] {
  const rowsOf = (entries: BankAccount['booked']): unknown[] =>
    entries.map(({ text }) => JSON.parse(text) as unknown);
  return (bank.accountsOf(institutionId) ?? []).map(({ profile, booked, pending }) => ({
    id: profile.uuid,
    iban: profile.iban,
    booked: rowsOf(booked),
    pending: rowsOf(pending),
  }));
}

export function bankSummary(state: BankProvider, institutionId: string): object {
  const accounts = state.bank.accountsOf(institutionId) ?? [];
  // Accounts list their newest entry first.
  const newest = accounts.flatMap(({ booked }) => booked[0]?.date ?? []).sort();
  const oldest = accounts.flatMap(({ booked }) => booked.at(-1)?.date ?? []).sort();
  const requests = RESOURCES.map((resource) => [
    resource,
    total(accounts, (account) => state.requests.of(account.profile.uuid, resource)),
  ]);
  return {
    institution: institutionId,
    accounts: accounts.length,
    transactions: total(accounts, (account) => account.booked.length),
    pending: total(accounts, (account) => account.pending.length),
    oldest_date: oldest[0] ?? null,
    newest_date: newest.at(-1) ?? null,
    signed_sum: centsToText(accounts.reduce((sum, account) => sum + account.bookedSumCents, 0n)),
    last_balances: centsToText(accounts.reduce((sum, account) => sum + account.balanceCents, 0n)),
    first_request_at: state.firstRequestAt,
    requests: Object.fromEntries(requests) as object,
    requests_in_retry_after: state.retryWindows.earlyRequests(''),
  };
}

function total(accounts: readonly BankAccount[], count: (account: BankAccount) => number): number {
  return accounts.reduce((sum, account) => sum + count(account), 0);
}
