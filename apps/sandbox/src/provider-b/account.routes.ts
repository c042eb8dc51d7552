import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BankAccount } from '../bank/bank-account';
import { centsToText } from '../bank/cents';
import type { Scope } from '../metering/scope';
import { accountResource } from './account-resource';
import { requiredPsuHeaders } from './aspsps';
import { problem } from './problem';
import type { Session } from './sessions';
import type { ProviderBState } from './provider-b.state';
import { transactionPage, type TransactionQuery } from './transaction-pages';

interface ByUid {
  Params: { uid: string };
  Querystring: TransactionQuery;
}

type Show = (account: BankAccount, session: Session, uid: string, query: TransactionQuery) => object;

/** The resources of a session's accounts. The bank counts each request, unless the user is present. */
export function accountRoutes(app: FastifyInstance, state: ProviderBState): void {
  const limited = (scope: Scope, show: Show): void => {
    app.get<ByUid>(`/accounts/:uid/${scope}`, async (request) => {
      const { uid } = request.params;
      const { session, account: id } = state.sessions.open(uid);
      const account = state.bank.account(id);
      if (!account) throw problem('ACCOUNT_DOES_NOT_EXIST');
      const isCounted = !isUserPresent(request, session) && request.query.continuation_key === undefined;
      // No header names the allowance: clients learn of it by the refusal alone.
      if (isCounted && !state.covers(id, scope)) throw problem('ASPSP_RATE_LIMIT_EXCEEDED');
      const resource = show(account, session, uid, request.query);
      if (isCounted) state.allowances.spend(id, scope);
      return resource;
    });
  };
  limited('details', ({ profile }, session) => accountResource(state, session, profile.uuid));
  limited('balances', (account) => balancesResource(account, state.clock.today()));
  limited('transactions', (account, _session, uid, query) => transactionPage(state, account, uid, query));
}

/** All required headers of the bank, or none. */
function isUserPresent(request: FastifyRequest, session: Session): boolean {
  const given = Object.keys(request.headers).filter((name) => name.startsWith('psu-'));
  if (given.length === 0) return false;
  const missing = requiredPsuHeaders(session.aspsp).filter((name) => !given.includes(name.toLowerCase()));
  if (missing.length > 0) throw problem('PSU_HEADER_NOT_PROVIDED', missing.join(', '));
  return given.includes('psu-ip-address');
}

function balancesResource(account: BankAccount, referenceDate: string): object {
  const { currency } = account.profile;
  const balance = (cents: bigint, type: string, name: string): object => ({
    name,
    balance_amount: { currency, amount: centsToText(cents) },
    balance_type: type,
    reference_date: referenceDate,
  });
  return {
    balances: [
      balance(account.balanceCents, 'ITBD', 'Booked balance'),
      balance(account.availableCents, 'ITAV', 'Available balance'),
    ],
  };
}
