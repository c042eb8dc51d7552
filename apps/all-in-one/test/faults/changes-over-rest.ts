import { randomUUID } from 'node:crypto';
import { LoadTargets, ruleThatNeverApplies } from './command-load';
import { pause } from './pause';

const ANSWERED_WITHIN_MS = 60_000;
const REPEATED_AFTER_MS = 500;

type Body = Readonly<Record<string, unknown>>;

/** A client of one gateway's API. */
export class GatewayApi {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /**
   * Changes each kind of resource that another service owns, checks that every response has the sent values, and
   * removes what it created.
   */
  async changeAll({ accountId, linkId, webhookId }: LoadTargets, name: string): Promise<void> {
    await this.change('PUT', `/finance/accounts/${accountId}`, { custom_name: name });
    await this.change('PUT', `/webhooks/${webhookId}`, { description: name });
    await this.change('PUT', `/transfer-links/${linkId}`, {
      transfer_start_date: '1990-01-02',
      sync_mode: 'TRANSACTIONS',
      on_booked_change: { update_status: true, update_amount: false },
    });
    await this.change('PUT', `/transfer-links/${linkId}`, {
      transfer_start_date: null,
      on_booked_change: { update_amount: true },
    });
    await this.change('POST', `/transfer-links/${linkId}/pause`);
    await this.change('POST', `/transfer-links/${linkId}/resume`);
    await this.changeRules({ accountId, linkId }, name);
    await this.changeLists(linkId, name);
  }

  /**
   * Creates a rule.
   * @returns its id; the same for a repeated request, also to another gateway
   */
  async createRule(name: string, idempotencyKey: string): Promise<unknown> {
    const { id } = await this.change('POST', '/rules', ruleThatNeverApplies(name), idempotencyKey);
    return id;
  }

  private async changeRules(
    { accountId, linkId }: Pick<LoadTargets, 'accountId' | 'linkId'>,
    name: string,
  ): Promise<void> {
    const { id } = await this.change('POST', '/rules', ruleThatNeverApplies(name));
    await this.change('PUT', `/rules/${String(id)}`, { name: `${name}, again` });
    const rule = `/rules/${String(id)}`;
    const accounts = { financial_account_ids: [accountId] };
    await this.change('POST', `${rule}/transfer-links/${linkId}`, { order: 1 });
    await this.change('DELETE', `${rule}/transfer-links/${linkId}`);
    await this.change('POST', `${rule}/transfer-links/bulk`, { transfer_link_ids: [linkId] });
    await this.change('POST', `${rule}/accounts/${accountId}`);
    await this.change('DELETE', `${rule}/accounts/bulk`, accounts);
    await this.change('POST', `${rule}/accounts/bulk`, accounts);
    await this.change('DELETE', `/rules/${String(id)}`);
  }

  /** Items of which a request changes one, or many. The transactions are of an account of their own. */
  private async changeLists(linkId: string, name: string): Promise<void> {
    const account = { name, currency: 'EUR' };
    const { id: accountId } = await this.change('POST', '/finance/accounts', account, randomUUID(), { name });
    const path = '/finance/transactions';
    const added = { financial_account_id: accountId, amount: '-1.00', value_date: '1990-01-01' };
    const { id } = await this.change('POST', path, { ...added, additional_information: name });
    await this.change('PUT', `${path}/${String(id)}`, { additional_information: `${name}, again` });
    const changed = { id, additional_information: name };
    await this.changeEach('PUT', `${path}/bulk`, { transactions: [changed] });
    await this.change('DELETE', `${path}/${String(id)}`);
    const [other] = await this.changeEach('POST', `${path}/bulk`, { transactions: [added] });
    await this.changeEach('DELETE', `${path}/bulk`, { transaction_ids: [other?.['transaction_id']] });
    await this.change('DELETE', `/finance/accounts/${String(accountId)}`);
    await this.changeEach('PUT', '/transfer-links/bulk', { transfer_links: [{ id: linkId, active: true }] });
  }

  /** @returns the results, which all succeeded */
  private async changeEach(method: 'POST' | 'PUT' | 'DELETE', path: string, body: Body) {
    const { results } = (await this.change(method, path, body, randomUUID(), {})) as { results: Body[] };
    expect({ path, failed: results.filter(({ success }) => success !== true) }).toEqual({ path, failed: [] });
    return results;
  }

  private async change(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: Body,
    idempotencyKey: string = randomUUID(),
    shown = shownOf(body),
  ): Promise<Record<string, unknown>> {
    const request = `${method} ${path}`;
    const text = await this.answerTo(request, () =>
      fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          'idempotency-key': idempotencyKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    const { data = {} } = (text === '' ? {} : JSON.parse(text)) as { data?: Record<string, unknown> };
    expect({ request, data }).toMatchObject({ request, data: shown });
    return data;
  }

  /** Repeats a request, as clients do, until the owner replies in time: partitions move between its instances. */
  private async answerTo(request: string, send: () => Promise<Response>): Promise<string> {
    const deadline = Date.now() + ANSWERED_WITHIN_MS;
    for (;;) {
      const response = await send();
      const text = await response.text();
      if (response.ok) return text;
      const isLate = [409, 503, 504].includes(response.status);
      if (!isLate || Date.now() > deadline) throw new Error(`${request}: ${response.status} ${text}`);
      await pause(REPEATED_AFTER_MS);
    }
  }
}

/** Returns the members of the body as responses show them: numbers and flags as texts. */
function shownOf(body: Body = {}): object {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => !['number', 'boolean'].includes(typeof value) && !name.endsWith('_ids'),
    ),
  );
}
