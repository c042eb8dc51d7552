import Big from 'big.js';
import type { FastifyInstance } from 'fastify';
import type { BrokerageAccount, BrokerageChange } from '../brokerage/brokerage-account';
import { limitLever } from '../server/levers';
import { Fields } from '../server/fields';
import { invalid, unknown } from '../server/problem';
import { accountIdOf } from './connections';
import { COUNTED_RESOURCES, type ProviderCState } from './provider-c.state';
import { totalValue } from './wire';
import type { ById } from '../server/http';
import { activityFrom, type Activity } from '../brokerage/activity';
import { UnknownInstrument } from '../brokerage/instruments';

interface OfAccount {
  Params: { slug: string; account: string };
}

/** The ledger of the brokers and PROVIDER_C, and their levers. */
export function providerCControl(app: FastifyInstance, state: ProviderCState): void {
  app.get('/ledger/provider-c', async () => ({
    accounts: state.house.all().map((account) => accountLedger(state, account)),
    connections: state.connections.all(),
  }));
  app.post<OfAccount>('/provider-c/accounts/:slug/:account/activities', async ({ params, body }) => {
    const isChanged = state.house.change(`${params.slug}/${params.account}`, brokerageChangeFromBody(body));
    if (!isChanged) throw unknown('account');
  });
  app.put<OfAccount>('/provider-c/accounts/:slug/:account/loading', async ({ params, body }) => {
    const key = `${params.slug}/${params.account}`;
    if (new Fields(body).boolean('loading')) state.loading.add(key);
    else state.loading.delete(key);
  });
  app.put<ById>('/provider-c/connections/:id', async ({ params, body }) => {
    const disabled = new Fields(body).boolean('disabled');
    if (disabled === undefined) throw invalid('disabled must be true or false');
    if (!state.connections.setDisabled(params.id, disabled)) throw unknown('connection');
  });
  limitLever(app, '/provider-c/limits', {
    per_minute: (value) => (state.clientLimit.limit = value),
    account_per_minute: (value) => (state.accountLimit.limit = value),
    page_max: (value) => (state.pageMax = value),
  });
}

/** The broker's records and the numbers of requests, with which a pipeline is compared. */
function accountLedger(state: ProviderCState, account: BrokerageAccount): object {
  const { key } = account.profile;
  const shownBy = state.connections.all().filter(({ slug }) => key.startsWith(`${slug}/`));
  return {
    key,
    name: account.profile.name,
    category: account.profile.category,
    ids: shownBy.map((connection) => accountIdOf(connection, key)),
    activity_count: account.activities.length,
    activity_ids: account.activities.map(({ id }) => id),
    signed_sum: signedSum(account),
    cash: Object.fromEntries(account.cash()),
    total_value: totalValue(account, state.house.firstDay),
    positions: account.positions().map(({ instrument, option, units }) => ({
      symbol: option?.ticker ?? instrument?.symbol,
      units,
    })),
    requests: Object.fromEntries(
      COUNTED_RESOURCES.map((resource) => [resource, state.requestCount(key, resource)]),
    ),
  };
}

/** The sum of all amounts that have a currency, taken at par. */
function signedSum(account: BrokerageAccount): string {
  return account.activities
    .reduce((sum, { amount, currency }) => sum.plus(currency === null ? 0 : (amount ?? 0)), new Big(0))
    .toFixed(2);
}

export function providerCSummary(state: ProviderCState): object {
  const accounts = state.house.all();
  return {
    accounts: accounts.length,
    activities: accounts.reduce((sum, account) => sum + account.activities.length, 0),
    connections: state.connections.all().length,
    requests_in_retry_after: state.retryWindows.earlyRequests(''),
  };
}

/**
 * Reads `{"add": [{id, type, trade_date, description, amount?, currency?, units?, price?, fee?, symbol?, reference?}],
 * "remove": [ids], "reissue_ids": true}`; numbers as text.
 */
function brokerageChangeFromBody(body: unknown): BrokerageChange {
  const given = new Fields(body);
  return {
    add: given.list('add')?.map((row) => addedActivity(new Fields(row, 'a row'))),
    remove: given.list('remove')?.map(String),
    reissueIds: given.boolean('reissue_ids'),
  };
}

function addedActivity(row: Fields): Activity {
  const text = (name: string): string | null => row.text(name) ?? null;
  row.required('type');
  try {
    return activityFrom(text, {
      id: row.required('id'),
      tradeDate: text('trade_date'),
      settlementDate: text('settlement_date'),
      option: null,
      description: text('description') ?? '',
    });
  } catch (cause) {
    throw cause instanceof UnknownInstrument ? invalid(cause.message, { cause }) : cause;
  }
}
