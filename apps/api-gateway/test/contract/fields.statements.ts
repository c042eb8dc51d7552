import {
  AttachRule,
  CreateWebhookEndpoint,
  UpdateTransferLinks,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { fake } from '../gateway-under-test';
import { linkOf, linksOf } from '../samples';
import * as declared from './declared-fields';
import { fits, lookUp } from './field-check';
import { notTested, statement } from './statements';
import { linkTo, World } from './world';
import { HEALTH, ruleOf, TIME } from './world.documents';

/** Examples of a resource: with everything filled, and with as little as there can be. */
interface Examples {
  readonly full: unknown;
  readonly bare: unknown;
}

const ALL_INCLUDES =
  'financial_account.financial_connection.institution,transfer_logs,enriched,trade,failed_transfers,attempted_transfers';

/** Each field of each resource has its declared type, and is there when it must be. */
export function fieldStatements(world: () => World): void {
  const get = async (path: string): Promise<unknown> => {
    const { gateway, token } = world();
    return (await gateway.get(path, token)).body;
  };
  const transactions = once(async () =>
    Promise.all(
      [11, 13, 14, 15].map(async (id) => {
        const page = await get(`/finance/transactions?filter[id]=${id}&include=${ALL_INCLUDES}`);
        return lookUp(page, 'data[].id').values.length === 1 ? only(page) : undefined;
      }),
    ),
  );
  const account = (id: number) =>
    once(() => get(`/finance/accounts/${id}?include=financial_connection.institution`));
  const [fullAccount, bareAccount] = [account(17), account(19)];
  const connections = once(() =>
    get('/destinations/budgeta/connections?sort=id&include=budgets.accounts.transfer_links'),
  );
  const at = async (of: Promise<unknown>, path: string): Promise<unknown> => lookUp(await of, path).values[0];
  const both = async (path: string): Promise<Examples> => ({
    full: await at(fullAccount(), path),
    bare: await at(bareAccount(), path),
  });

  describe('a transaction', () => {
    const examples = async (): Promise<Examples> => {
      const [full, bare] = await transactions();
      return { full, bare };
    };
    describeFields('Transaction', declared.TRANSACTION, examples);
    const within = (member: string, places: readonly [number, number]) => async (): Promise<Examples> => {
      const of = await transactions();
      return { full: only(lookUp(of[places[0]], member)), bare: only(lookUp(of[places[1]], member)) };
    };
    describeFields('Transaction.trade', declared.TRADE, within('trade', [2, 3]));
    describeFields('Transaction.enriched', declared.ENRICHED, within('enriched', [0, 0]));
  });

  describe('accounts', () => {
    describeFields('FinancialAccount', declared.FINANCIAL_ACCOUNT, () => both('data'));
    describeFields('FinancialConnection', declared.FINANCIAL_CONNECTION, () =>
      both('data.financial_connection'),
    );
    describeFields('Institution', declared.INSTITUTION, () => both('data.financial_connection.institution'));
    notTested('FinancialConnection.financial_accounts is a list', 'none of these operations embeds it');
    describeFields('BalanceEntry', declared.BALANCE_ENTRY, async () => ({
      full: only(lookUp(await get('/finance/accounts/17/balances/55'), 'data')),
      bare: only(lookUp(await get('/finance/accounts/17/balances/56'), 'data')),
    }));
  });

  describe('destinations', () => {
    const level = (path: string) => async (): Promise<Examples> => {
      const [full, bare] = lookUp(await connections(), path).values.flatMap((one) =>
        Array.isArray(one) ? (one as unknown[]) : [one],
      );
      return { full, bare };
    };
    describeFields('DestinationConnection', declared.BUDGETA_CONNECTION, level('data'));
    describeFields('Budget', declared.BUDGET, level('data[].budgets'));
    describeFields('DestinationAccount', declared.BUDGETA_ACCOUNT, level('data[].budgets[].accounts'));
    notTested('Budget.connection and DestinationAccount.budget are resources', 'they stand in them already');
  });

  describe('answers to changes', () => {
    const changes = once(() => changedResources(world()));
    const examples = (name: 'link' | 'rule' | 'endpoint') => async () => (await changes())[name];
    describeFields('TransferLink', declared.TRANSFER_LINK, examples('link'));
    describeFields('Rule', declared.RULE, examples('rule'));
    describeFields('WebhookEndpoint', declared.WEBHOOK_ENDPOINT, examples('endpoint'));
    statement('Condition.rules and Action.rules are the rules that have them', async () => {
      const shown = await get('/rules/5?include=conditions.rules,actions.rules');
      for (const part of ['conditions', 'actions']) {
        const { values } = lookUp(shown, `data.${part}[].rules[].id`);
        expect([part, values.length > 0, new Set(values)]).toEqual([part, true, new Set(['5'])]);
      }
      const bare = await get('/rules/5');
      expect(lookUp(bare, 'data.conditions[].rules').values).toEqual([]);
    });
  });

  describe('the pagination envelope', () => {
    describeFields('Envelope', declared.ENVELOPE, async () => ({
      full: await get('/finance/transactions?page[size]=2&page[number]=2'),
      bare: await get('/finance/transactions?page[number]=9'),
    }));
  });
}

function describeFields(
  resource: string,
  fields: declared.DeclaredFields,
  examples: () => Promise<Examples>,
): void {
  const transaction = resource === 'Transaction';
  for (const [path, noted] of Object.entries(fields)) {
    const required = !transaction || noted.endsWith('!');
    const type = noted.replace('!', '') as declared.DeclaredType;
    const there = required ? 'is always there' : 'is left out when empty';
    statement(`${resource}.${path} is ${worded(type)} and ${there}`, async () => {
      const { full, bare } = await examples();
      const filled = lookUp(full, path);
      expect(filled.values.length).toBeGreaterThan(0);
      for (const value of filled.values)
        expect({ value, fits: fits(type, value) }).toEqual({ value, fits: true });
      expect(type === 'string' || filled.values.some((value) => value !== null)).toBe(true);
      const empty = lookUp(bare, path);
      for (const value of empty.values)
        expect({ value, fits: fits(type, value) }).toEqual({ value, fits: true });
      expect(required ? empty.absent : 0).toBe(0);
      if (!required && !ON_REQUEST.has(path)) expect(empty.values).toEqual([]);
    });
  }
}

/** A requested include is always there. */
const ON_REQUEST = new Set([
  'financial_account',
  'failed_transfers',
  'attempted_transfers',
  'enriched',
  'transfer_logs',
]);

function worded(type: declared.DeclaredType): string {
  return WORDS[type] ?? type.replace('|', ' or ');
}

const WORDS: Partial<Record<declared.DeclaredType, string>> = {
  open: 'a text or null (its type is left open)',
  inner: 'a member',
  relation: 'a resource or null',
};

/** The owners' answers, with everything in them and with nothing. */
async function changedResources({ gateway, userId, token }: World) {
  const { document, ...rest } = WebhookEndpointUpsertedV1.sample;
  const owners = await Promise.all([
    gateway.playOwner(
      fake(UpdateTransferLinks, ({ changes: [{ transfer_link_id: transferLinkId = 0, active } = {}] }) => {
        const link = linkTo(linkOf(userId, transferLinkId, transferLinkId === 8 ? 17 : 18, 3), 41);
        const transfer_start_date = active === true ? '2026-01-01' : null;
        return linksOf({ ...link, document: { ...link.document, transfer_start_date } });
      }),
    ),
    gateway.playOwner(
      fake(AttachRule, ({ rule_id: ruleId }) => {
        const attached = {
          transfer_links: [{ id: 8, position: 1 }],
          financial_accounts: [{ id: 17, position: 2 }],
        };
        const full = { ...ruleOf(userId, ruleId, 'Alfa', attached), version: 9 };
        const bare = { ...full.document, description: null, transfer_links: [], financial_accounts: [] };
        return { rules: [ruleId === 5 ? full : { ...full, document: bare }] };
      }),
    ),
    gateway.playOwner(
      fake(CreateWebhookEndpoint, ({ url, description, financial_accounts }) => ({
        endpoint: {
          ...rest,
          id: description === null ? 71 : 70,
          userId,
          createdAt: TIME,
          document: {
            ...document,
            url,
            description,
            financial_account_ids: financial_accounts,
            health: HEALTH,
          },
        },
        secret: 'whsec_1',
      })),
    ),
  ]);
  const send = async (method: string, path: string, body: object): Promise<unknown> =>
    (await gateway.request(`/api/v1${path}`, { method, token, body })).body.data;
  const url = 'https://client.example/hooks';
  const events = ['account.created'];
  try {
    return {
      link: {
        full: await send('PUT', '/transfer-links/8', { active: true }),
        bare: await send('PUT', '/transfer-links/9', { active: false }),
      },
      rule: {
        full: await send('POST', '/rules/5/transfer-links/8', {}),
        bare: await send('POST', '/rules/6/transfer-links/8', {}),
      },
      endpoint: {
        full: await send('POST', '/webhooks', { url, events, description: 'x', financial_accounts: [17] }),
        bare: await send('POST', '/webhooks', { url, events }),
      },
    };
  } finally {
    for (const owner of owners) await owner.stop();
  }
}

/** The only value found, or the only row of a page. */
function only(found: unknown): unknown {
  const values = Array.isArray((found as { values?: unknown }).values)
    ? (found as { values: unknown[] }).values
    : (found as { data: unknown[] }).data;
  expect(values).toHaveLength(1);
  return values[0];
}

/** Asks once, however many statements look at the answer. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}
