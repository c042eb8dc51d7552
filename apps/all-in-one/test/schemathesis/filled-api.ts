import { eventually } from '@tributary/testing';
import { AttackedSystem } from '../attacks/attacked-system';
import { SANDBOX_CREDENTIALS } from '../../src/child-processes/sandbox';

/** The users and ids with which Schemathesis starts. */
export interface FilledApi {
  /** The token of the user with data, without limits, and its id: the run must not revoke it. */
  readonly token: string;
  readonly ownTokenId: string;
  /** The token of a user who must not see the other's data. */
  readonly strangersToken: string;
  /** The token of a user who may delete themselves. */
  readonly leaversToken: string;
  /** Existing ids, by the name of the path parameter. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const POLLS = { timeoutMs: 60_000 };
/** Above random ids, so that no request revokes the run's own token by chance. */
const FIRST_TOKEN_ID = 900_000_001;

const RULE = {
  name: 'All of it',
  conditions: [{ field_name: 'remittance_information.unstructured', operator: 'is_not_empty' }],
  actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.description', value: 'shaped' }],
};

/** Creates users, one of them with a bank and resources of every kind that needs only the sandbox. */
export async function fillApi(system: AttackedSystem): Promise<FilledApi> {
  await system.sql(`alter sequence api_gateway.tokens_id_seq restart with ${FIRST_TOKEN_ID}`);
  const owner = await system.user('schemathesis');
  const [stranger, leaver] = [await system.user('stranger'), await system.user('leaver')];
  const make = <Data>(below: string, body: unknown) => system.data<Data>('POST', below, owner.token, body);
  const [accountId = ''] = await system.connectBank(owner);
  await make('/destinations/budgeta/connections', { access_token: SANDBOX_CREDENTIALS.budgetaToken });
  await make('/destinations/feed/connections', { name: 'App', financial_accounts: [accountId] });
  await make('/webhooks', {
    url: `${system.sandbox.receiverUrl}/hooks/run`,
    events: ['transactions.created'],
  });
  await make('/tokens', { name: 'spare', scopes: ['accounts:read'], financial_accounts: null });
  const { id: ruleId } = await make<{ id: string }>('/rules', RULE);
  await make(`/rules/${ruleId}/accounts/${accountId}`, {});
  await make(`/rules/${ruleId}/apply`, {});
  const budgetAccounts = await existing(system, owner.token, '/destinations/budgeta/accounts', 1);
  const { id: linkId } = await make<{ id: string }>('/transfer-links', {
    financial_account_id: accountId,
    destination_type: 'BUDGETA',
    destination_id: budgetAccounts[0],
  });
  await existing(system, owner.token, '/transfer-logs', 5);
  await existing(system, owner.token, '/rule-logs', 5);
  await make(`/transfer-links/${linkId}/drift-checks`, undefined);
  await make('/finance/reprocessings', { financial_account_ids: [accountId] });
  const [ownToken] = await system.sql<{ id: string }>(
    `select id::text as id from api_gateway.tokens where user_id = $1 order by id limit 1`,
    [owner.id],
  );
  return {
    token: owner.token,
    ownTokenId: ownToken?.id ?? '',
    strangersToken: stranger.token,
    leaversToken: leaver.token,
    ids: await idsOf(system, owner.token),
  };
}

/** Lists of ids, by the name of the path parameter. */
const LISTS = {
  accountId: '/finance/accounts',
  budgetaAccountId: '/destinations/budgeta/accounts',
  budgetaBudgetId: '/destinations/budgeta/budgets',
  budgetaConnectionId: '/destinations/budgeta/connections',
  connectionId: '/finance/connections',
  feedId: '/destinations/feed/connections',
  institutionId: '/finance/institutions',
  reprocessingId: '/finance/reprocessings',
  ruleId: '/rules',
  ruleLogId: '/rule-logs',
  transactionId: '/finance/transactions',
  transferLinkId: '/transfer-links',
  transferLogId: '/transfer-logs',
  webhookId: '/webhooks',
} as const;

async function idsOf(system: AttackedSystem, token: string): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {};
  for (const [name, below] of Object.entries(LISTS)) ids[name] = await existing(system, token, below, 1);
  return ids;
}

/** Returns at most twenty ids of the list, when it has the expected number. */
async function existing(
  system: AttackedSystem,
  token: string,
  below: string,
  atLeast: number,
): Promise<string[]> {
  return eventually(async () => {
    const rows = await system.data<{ id: string }[]>('GET', `${below}?page[size]=20`, token);
    if (rows.length < atLeast) throw new Error(`${below} has ${rows.length} rows`);
    return rows.map(({ id }) => id);
  }, POLLS);
}
