import { ALL_DESTINATIONS, snakeCase } from '@tributary/contracts';
import { DESTINATION_KINDS } from '../../src/api/destinations/destination-kinds';
import { Operation, pathWith, routeOf } from './api-document';

type Ids = Readonly<Record<string, number | string>>;
type Fields = Readonly<Record<string, unknown>>;

export const REDIRECT = { redirect_url: 'https://client.example/back' };
const RULE = {
  name: 'Groceries',
  conditions: [{ field_name: 'creditor.name', operator: 'contains', value: 'market' }],
  actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'Market' }],
};

const APP = { name: 'Buddy', redirect_uris: [REDIRECT.redirect_url], scopes: ['accounts:read'] };

/** Of the routes that connect destinations, from the samples in their descriptors. */
function connectBodies(): Record<string, () => Fields> {
  const bodies = ALL_DESTINATIONS.flatMap(({ type, sample, connect }) => {
    const { path, connection } = DESTINATION_KINDS[type];
    const typed = Object.entries(sample.credentials).map(([name, value]) => [
      snakeCase(name),
      value as unknown,
    ]);
    const body = { name: sample.connection.name, ...(Object.fromEntries(typed) as Fields) };
    const connections = `POST /destinations/${path}/connections`;
    return [
      [connections, () => body],
      ...(connect.besideLink === undefined
        ? []
        : [[`${connections}/{${connection.idName}}/authorize`, () => REDIRECT] as const]),
      [
        `PUT /destinations/${path}/connections/{${connection.idName}}`,
        () => ({ name: 'Ours', enabled: true }),
      ],
    ] as const;
  });
  return Object.fromEntries(bodies) as Record<string, () => Fields>;
}

/** A body of each route that takes one, right in every member, with ids where there are any. */
const BODIES: Readonly<Record<string, (ids: Ids) => Fields>> = {
  'POST /finance/transactions': ({ accountId }) => ({
    financial_account_id: accountId,
    amount: '-12.50',
    currency: 'EUR',
    booking_date: '2026-03-02',
  }),
  'POST /finance/transactions/bulk': ({ accountId }) => ({
    transactions: [{ financial_account_id: accountId, amount: '-12.50', booking_date: '2026-03-02' }],
  }),
  'PUT /finance/transactions/bulk': ({ transactionId }) => ({
    transactions: [{ id: transactionId, amount: '-1.00' }],
  }),
  'DELETE /finance/transactions/bulk': ({ transactionId }) => ({ transaction_ids: [transactionId] }),
  'PUT /finance/transactions/{transactionId}': () => ({ amount: '-1.00' }),
  'POST /finance/transactions/{transactionId}/merge': ({ transactionId }) => ({
    transaction_id: transactionId,
  }),
  'POST /finance/transfer-pairs': ({ transactionId }) => ({
    transaction_id: transactionId,
    counterpart_transaction_id: transactionId,
  }),
  'PUT /finance/transfer-pairs/{transferPairId}': () => ({ status: 'CONFIRMED' }),
  'POST /finance/transactions/{transactionId}/split': () => ({
    parts: [{ amount: '-1.00', mapped_fields: { payee: 'Market' } }, { amount: '-2.00' }],
  }),
  'POST /finance/reprocessings': ({ connectionId, accountId }) => ({
    connection_id: connectionId,
    financial_account_ids: [accountId],
  }),
  'POST /categories': () => ({ name: 'Groceries', group: 'Everyday' }),
  'POST /categories/import': ({ budgetaConnectionId }) => ({
    categories: [{ name: 'Rent', source: { destination_id: budgetaConnectionId, remote_id: 'rent' } }],
  }),
  'POST /categories/suggestions': ({ transactionId }) => ({ transaction_ids: [transactionId] }),
  'PUT /categories/{categoryId}': () => ({ hidden: true }),
  'DELETE /categories/{categoryId}': () => ({ move_to: 'none' }),
  'POST /finance/imports/{importId}/reviews': () => ({ decision: 'two' }),
  'PATCH /finance/imports/{importId}': ({ accountId }) => ({
    accounts: [{ key: '1', financial_account_id: accountId }],
  }),
  'PUT /finance/institutions/{institutionId}/config': () => ({ config: { sync_balances: false } }),
  'POST /finance/accounts': () => ({ name: 'Wallet', currency: 'EUR', cash_account_type: 'CASH' }),
  'POST /finance/accounts/{accountId}/balances': () => ({ reference_date: '2026-03-02', amount: '80.00' }),
  'PUT /finance/accounts/bulk': ({ accountId }) => ({
    financial_account_ids: [accountId],
    config: { sync_auto: true },
  }),
  'PUT /finance/accounts/{accountId}': () => ({ custom_name: 'Savings' }),
  'POST /finance/accounts/{accountId}/sync': () => ({ user_present: false }),
  'POST /finance/connections': ({ institutionId }) => ({ institution_id: institutionId, ...REDIRECT }),
  'POST /finance/connections/{connectionId}/sync': () => ({ user_present: false }),
  'PUT /finance/connections/{connectionId}': () => ({ reference: 'customer-1' }),
  'POST /finance/connections/{connectionId}/reauthorize': () => REDIRECT,
  ...connectBodies(),
  'POST /destinations/feed/connections': ({ accountId }) => ({
    name: 'Actual',
    financial_accounts: [accountId],
  }),
  'PUT /destinations/feed/connections/{feedId}': ({ accountId }) => ({
    name: 'Actual again',
    financial_accounts: [accountId],
  }),
  'POST /transfer-links': ({ accountId, budgetaAccountId }) => ({
    financial_account_id: accountId,
    destination_type: 'BUDGETA',
    destination_id: budgetaAccountId,
  }),
  'PUT /transfer-links/{transferLinkId}': ({ accountId, budgetaAccountId }) => ({
    financial_account_id: accountId,
    destination_type: 'BUDGETA',
    destination_id: budgetaAccountId,
    active: true,
  }),
  'POST /transfer-links/bulk': ({ accountId, budgetaAccountId }) => ({
    transfer_links: [
      { financial_account_id: accountId, destination_type: 'BUDGETA', destination_id: budgetaAccountId },
    ],
  }),
  'PUT /transfer-links/bulk': ({ transferLinkId }) => ({
    transfer_links: [{ id: transferLinkId, active: true }],
  }),
  'DELETE /transfer-links/bulk': ({ transferLinkId }) => ({ transfer_link_ids: [transferLinkId] }),
  'PUT /transfer-logs/retry-bulk': ({ transferLogId }) => ({ transferLogIds: [transferLogId] }),
  'PUT /transfer-logs/undo-bulk': ({ transferLogId }) => ({ transferLogIds: [transferLogId] }),
  'POST /transfer-logs/failures/retry': () => ({ reason: 'No such account.', destination_type: 'BUDGETA' }),
  'POST /rules': () => RULE,
  'PUT /rules/{ruleId}': () => RULE,
  'POST /rules/{ruleId}/transfer-links/{transferLinkId}': ({ ruleId }) => ({ order_list: [ruleId] }),
  'POST /rules/{ruleId}/accounts/{accountId}': ({ ruleId }) => ({ order_list: [ruleId] }),
  'POST /rules/{ruleId}/accounts/bulk': ({ accountId }) => ({ financial_account_ids: [accountId] }),
  'DELETE /rules/{ruleId}/accounts/bulk': ({ accountId }) => ({ financial_account_ids: [accountId] }),
  'POST /rules/{ruleId}/transfer-links/bulk': ({ transferLinkId }) => ({
    transfer_link_ids: [transferLinkId],
  }),
  'DELETE /rules/{ruleId}/transfer-links/bulk': ({ transferLinkId }) => ({
    transfer_link_ids: [transferLinkId],
  }),
  'POST /rules/preview': ({ accountId, ruleId }) => ({
    rule: RULE,
    rule_id: ruleId,
    financial_account_ids: [accountId],
  }),
  'POST /rules/{ruleId}/apply': ({ accountId }) => ({ dry_run: true, financial_account_ids: [accountId] }),
  'PUT /rule-logs/undo': ({ ruleLogId }) => ({ ruleLogId }),
  'PUT /rule-logs/undo-bulk': ({ ruleLogId }) => ({ ruleLogIds: [ruleLogId] }),
  'POST /webhooks': ({ accountId }) => ({
    url: 'https://client.example/hooks',
    events: ['transactions.created'],
    financial_accounts: [accountId],
  }),
  'PUT /webhooks/{webhookId}': ({ accountId }) => ({ description: 'mine', financial_accounts: [accountId] }),
  'POST /webhooks/{webhookId}/recover': () => ({ since: '2026-03-01T00:00:00Z' }),
  'POST /webhooks/{webhookId}/test': () => ({ event: 'transactions.created' }),
  'POST /tokens': ({ accountId }) => ({
    name: 'script',
    scopes: ['accounts:read'],
    financial_accounts: [accountId],
  }),
  'PUT /user': () => ({ name: 'Maija' }),
  'DELETE /user': () => ({ current_password: 'correct horse battery' }),
  'PUT /user/notices': () => ({ new_sign_in: false }),
  'PUT /grants/{grantId}': ({ accountId }) => ({ financial_accounts: [accountId] }),
  'POST /apps': () => ({ ...APP, manages_users: true }),
  'PUT /apps/{appId}': () => APP,
  'PUT /tokens/{tokenId}': ({ accountId }) => ({ name: 'renamed', financial_accounts: [accountId] }),
};

/** Routes with a body here, to be compared with the document. */
export const ROUTES_WITH_BODIES = Object.keys(BODIES);

/** Parameters without which a route answers nothing. */
const REQUIRED: Readonly<Record<string, string>> = { file_name: 'bank.csv' };

export const FILE = '2026-03-02;-12.50;Market\n';

/** A request as it is sent. */
export interface SentRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * A right request for the route, with its file, its JSON or the given body.
 * @throws where a route was added and what it takes was not
 */
export function validRequest(
  operation: Operation,
  ids: Ids,
  body: unknown = validBody(operation, ids),
): SentRequest {
  const path = `${pathWith(operation.path, ids)}${requiredQuery(operation)}`;
  if (operation.takesFile) {
    const file = body === null ? FILE : JSON.stringify(body);
    return { path, headers: { 'content-type': 'application/octet-stream' }, body: file };
  }
  if (body === null) return { path, headers: {}, body: null };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function requiredQuery(operation: Operation): string {
  const query = new URLSearchParams();
  for (const { name, required } of operation.query) {
    if (!required) continue;
    const value = REQUIRED[name];
    if (value === undefined)
      throw new Error(`${routeOf(operation)} requires ${name}: write a value down in valid-bodies.ts`);
    query.set(name, value);
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** A right body for the route; null where it takes none. @throws where a route was added and its body was not */
export function validBody({ method, path, body }: Operation, ids: Ids): Fields | null {
  if (body === null) return null;
  const make = BODIES[`${method} ${path}`];
  if (!make) throw new Error(`${method} ${path} takes a body: write a right one down in valid-bodies.ts`);
  return make(ids);
}

/** Whether the body names anything by its id: what another user has could be named instead. */
export function namesIds(operation: Operation): boolean {
  const [one, other] = [1, 2].map((id) =>
    JSON.stringify(validBody(operation, new Proxy({}, { get: () => id }))),
  );
  return one !== other;
}
