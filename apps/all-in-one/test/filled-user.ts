import { eventually } from '@tributary/testing';
import { SystemAccess } from './system-access';

/** The user's secrets and names, by the label under which a test reports them. */
export type Named = Readonly<Record<string, string>>;

/** A user with data in every table. */
export interface FilledUser {
  readonly id: number;
  readonly token: string;
  readonly accountId: number;
  readonly linkId: number;
  readonly ruleId: number;
  /** Texts that occur only in this user's data. */
  readonly marks: Named;
  /** Texts that must not be stored anywhere in clear. */
  readonly secrets: Named;
}

interface Account {
  readonly id: string;
  readonly transactions_backfill_cursor: string | null;
  readonly iban: string | null;
}
interface Budget {
  readonly accounts: readonly { readonly id: string }[];
}

const POLLS = { timeoutMs: 40_000 };

/**
 * Connects a bank, a budget and a webhook, creates a rule, and waits until all work is done.
 * @param mark occurs in every text
 */
export async function fillUser(
  system: SystemAccess,
  mark: string,
  email = `${mark}@example.org`.toLowerCase(),
): Promise<FilledUser> {
  const { id, token } = await system.user(email, `Name ${mark}`);
  const make = <Data>(path: string, body: unknown): Promise<Data> => system.data('POST', path, token, body);
  const read = <Data>(path: string): Promise<Data> => system.data('GET', path, token);
  const hook = await make<{ secret: string }>('/webhooks', {
    url: `${system.sandbox.receiverUrl}/hooks/${mark}`,
    description: `Hook ${mark}`,
    events: ['transactions.created', 'account.created', 'balance.updated'],
  });
  const budgetToken = system.sandbox.credentials.budgeta.token;
  await make('/destinations/budgeta/connections', { name: `Budget ${mark}`, access_token: budgetToken });
  const rule = await make<{ id: string }>('/rules', ruleOf(mark));
  const feed = await make<{ setup_token: string }>('/destinations/feed/connections', {
    name: `Feed ${mark}`,
  });
  await connectBank(system, { id, token }, mark);
  const accounts = await eventually(async () => {
    const found = await read<Account[]>('/finance/accounts?sort=id');
    expect(found.map((one) => one.transactions_backfill_cursor)).toEqual([null, null]);
    return found;
  }, POLLS);
  const accountId = Number(accounts[0]?.id);
  const destinationId = await eventually(async () => {
    const found = await read<{ budgets: Budget[] }[]>(
      '/destinations/budgeta/connections?include=budgets.accounts',
    );
    const one = found[0]?.budgets[0]?.accounts[0]?.id;
    expect(one).toBeDefined();
    return Number(one);
  }, POLLS);
  await eventually(() => make(`/rules/${rule.id}/accounts/${accountId}`, {}), POLLS);
  await make(`/rules/${rule.id}/apply`, {});
  const link = await make<{ id: string }>('/transfer-links', {
    financial_account_id: accountId,
    destination_type: 'BUDGETA',
    destination_id: destinationId,
  });
  const wallet = await make<{ id: string }>('/finance/accounts', { name: `Wallet ${mark}`, currency: 'EUR' });
  await make(`/finance/accounts/${wallet.id}/balances`, { reference_date: '2026-03-02', amount: '80' });
  const [connection] = await read<{ institution_id: string }[]>('/finance/connections');
  const config = `/finance/institutions/${connection?.institution_id ?? ''}/config`;
  await system.data('PUT', config, token, { config: { sync_frequency_in_minutes: 720 } });
  await eventually(async () => {
    expect((await read<unknown[]>('/transfer-logs?page[size]=1')).length).toBeGreaterThan(0);
    expect((await read<unknown[]>('/rule-logs?page[size]=1')).length).toBeGreaterThan(0);
    expect((await read<unknown[]>('/webhooks/events?page[size]=1')).length).toBeGreaterThan(0);
  }, POLLS);
  const secrets = {
    'personal token': token,
    'signing secret': hook.secret,
    'access to the budget': budgetToken,
    'setup token of the feed': feed.setup_token,
  };
  const marks = { 'what the user wrote': mark, 'the e-mail address': email };
  return { id, token, accountId, linkId: Number(link.id), ruleId: Number(rule.id), marks, secrets };
}

function ruleOf(mark: string) {
  return {
    name: `Rule ${mark}`,
    description: `About ${mark}`,
    scope: 'FINANCIAL_ACCOUNT',
    enabled: 'true',
    trigger_on_any_condition: 'true',
    skip_other_rules_when_triggered: 'false',
    conditions: ['is_empty', 'is_not_empty'].map((operator) => ({
      transaction_type: 'ANY',
      field_name: 'remittance_information.unstructured',
      operator,
    })),
    actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.description', value: `Text ${mark}` }],
  };
}

/** Connects a bank, like a user with a browser. */
async function connectBank(
  system: SystemAccess,
  { id, token }: { readonly id: number; readonly token: string },
  mark: string,
): Promise<void> {
  const institution = await eventually(async () => {
    const [bank] = await system.data<{ id: string }[]>(
      'GET',
      '/finance/institutions?filter[search]=sandbox',
      token,
    );
    expect(bank).toBeDefined();
    return bank?.id;
  }, POLLS);
  const { auth_url: start } = await system.data<{ auth_url: string }>('POST', '/finance/connections', token, {
    institution_id: institution,
    redirect_url: 'https://client.example/done',
    reference: `Reference ${mark}`,
  });
  await (await system.browserOf(id)).consent(start);
}
