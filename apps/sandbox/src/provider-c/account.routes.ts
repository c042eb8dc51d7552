import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayOf, type Activity } from '../brokerage/activity';
import type { BrokerageAccount } from '../brokerage/brokerage-account';
import { sendLimit, sendLossless } from '../server/http';
import { countIn, dayIn } from '../server/query';
import { keyOf } from './authorization';
import { problem, throttled } from './problem';
import type { Connection } from './connections';
import type { CountedResource, ProviderCState } from './provider-c.state';
import { accountResource, activityResource, balanceResources, brokerageName, positionResource } from './wire';

interface ByAccount {
  Params: { id: string };
  Querystring: ActivityQuery;
}

interface ActivityQuery {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly offset?: string;
  readonly limit?: string;
  readonly type?: string;
}

interface AccountRequest {
  readonly account: BrokerageAccount;
  readonly connection: Connection;
  readonly query: ActivityQuery;
}

/** Adds the routes of an account's resources. With personal keys, these share one limit. */
export function accountRoutes(app: FastifyInstance, state: ProviderCState): void {
  const serve = (
    path: string,
    resource: CountedResource,
    show: (requested: AccountRequest) => unknown,
  ): void => {
    app.get<ByAccount>(`/accounts/:id${path}`, async (request, reply) => {
      const found = state.account(request.providerCUser, request.params.id);
      state.countRequest(found.account.profile.key, resource);
      spendAccountLimit(state, request, reply);
      return sendLossless(reply, show({ ...found, query: request.query }));
    });
  };
  const day = state.house.firstDay;
  serve('', 'account', ({ account, connection }) =>
    accountResource(account, connection, day, state.loading.has(account.profile.key)),
  );
  serve('/balances', 'balances', ({ account }) => balanceResources(account));
  serve('/positions/all', 'positions', ({ account }) => ({
    results: account.positions().map((position) => positionResource(position, day)),
    data_freshness: { as_of: `${day}T05:00:00Z` },
  }));
  serve('/activities', 'activities', (requested) => activityPage(requested, state.pageMax));
}

function spendAccountLimit(
  state: ProviderCState,
  request: FastifyRequest<ByAccount>,
  reply: FastifyReply,
): void {
  if (keyOf(state, request).kind !== 'personal') return;
  const spent = state.accountLimit.spend(request.params.id);
  sendLimit(reply, 'X-RateLimit-Account', spent);
  if (spent.remaining >= 0) return;
  state.retryWindows.open(`/accounts/${request.params.id}`, spent.resetS);
  throw throttled(spent.resetS);
}

/** Newest first, by the day of the trade. */
function activityPage({ account, connection, query }: AccountRequest, pageMax: number): object {
  const offset = countIn(query.offset, invalidInput('offset')) ?? 0;
  const limit = Math.min(pageMax, countIn(query.limit, invalidInput('limit')) ?? pageMax);
  const types = query.type?.split(',');
  const from = dayIn(query.startDate, invalidInput('startDate')) ?? '';
  const to = dayIn(query.endDate, invalidInput('endDate')) ?? '9999';
  const isRequested = (activity: Activity): boolean =>
    dayOf(activity) >= from &&
    dayOf(activity) <= to &&
    (types === undefined || types.includes(activity.type));
  const found = account.activities.filter(isRequested);
  const institution = brokerageName(connection.slug);
  return {
    data: found.slice(offset, offset + limit).map((activity) => activityResource(activity, institution)),
    pagination: { offset, limit, total: found.length },
  };
}

function invalidInput(name: string) {
  return () => problem(400, `Invalid input: ${name}`, '1012');
}
