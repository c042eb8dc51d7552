import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDay } from '@tributary/money';
import { dayOf, type Activity } from '../brokerage/activity';
import type { BrokerageAccount } from '../brokerage/brokerage-account';
import { keyOf } from './authorization';
import { sendLossless } from './lossless-reply';
import { problem, throttled } from './problem';
import type { Connection } from './provider-c.events';
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

interface Asked {
  readonly account: BrokerageAccount;
  readonly connection: Connection;
  readonly query: ActivityQuery;
}

/** The resources of an account; with personal keys they share one limit. */
export function accountRoutes(app: FastifyInstance, state: ProviderCState): void {
  const serve = (path: string, resource: CountedResource, answer: (asked: Asked) => unknown): void => {
    app.get<ByAccount>(`/accounts/:id${path}`, async (request, reply) => {
      const found = state.account(request.providerCUser, request.params.id);
      state.countRequest(found.account.profile.key, resource);
      spendAccountLimit(state, request, reply);
      return sendLossless(reply, answer({ ...found, query: request.query }));
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
  serve('/activities', 'activities', (asked) => activityPage(asked, state.pageMax));
}

function spendAccountLimit(
  state: ProviderCState,
  request: FastifyRequest<ByAccount>,
  reply: FastifyReply,
): void {
  if (keyOf(state, request).kind !== 'personal') return;
  const { limit, remaining, resetS } = state.accountLimit.spend(request.params.id);
  reply.header('X-RateLimit-Account-Limit', limit);
  reply.header('X-RateLimit-Account-Remaining', Math.max(0, remaining));
  reply.header('X-RateLimit-Account-Reset', resetS);
  if (remaining >= 0) return;
  state.retryWindows.open(`/accounts/${request.params.id}`, resetS);
  throw throttled(resetS);
}

/** Newest first, by the day of the trade. */
function activityPage({ account, connection, query }: Asked, pageMax: number): object {
  const offset = countFrom(query.offset, 'offset') ?? 0;
  const limit = Math.min(pageMax, countFrom(query.limit, 'limit') ?? pageMax);
  const types = query.type?.split(',');
  const [from, to] = [dateFrom(query.startDate, 'startDate'), dateFrom(query.endDate, 'endDate')];
  const isAsked = (activity: Activity): boolean =>
    dayOf(activity) >= (from ?? '') &&
    dayOf(activity) <= (to ?? '9999') &&
    (types === undefined || types.includes(activity.type));
  const found = account.activities.filter(isAsked);
  const institution = brokerageName(connection.slug);
  return {
    data: found.slice(offset, offset + limit).map((activity) => activityResource(activity, institution)),
    pagination: { offset, limit, total: found.length },
  };
}

function countFrom(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw problem(400, `Invalid input: ${name}`, '1012');
  return Number(value);
}

function dateFrom(value: string | undefined, name: string): string | undefined {
  if (value === undefined || isDay(value)) return value;
  throw problem(400, `Invalid input: ${name}`, '1012');
}
