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
    await this.changeRules(linkId, name);
  }

  /**
   * Creates a rule.
   * @returns its id; the same for a repeated request, also to another gateway
   */
  async createRule(name: string, idempotencyKey: string): Promise<unknown> {
    const { id } = await this.change('POST', '/rules', ruleThatNeverApplies(name), idempotencyKey);
    return id;
  }

  private async changeRules(linkId: string, name: string): Promise<void> {
    const { id } = await this.change('POST', '/rules', ruleThatNeverApplies(name));
    await this.change('PUT', `/rules/${String(id)}`, { name: `${name}, again` });
    await this.change('POST', `/rules/${String(id)}/transfer-links/${linkId}`);
    await this.change('DELETE', `/rules/${String(id)}`);
  }

  private async change(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: Body,
    idempotencyKey: string = randomUUID(),
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
    expect({ request, data }).toMatchObject({ request, data: shownOf(body) });
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
    Object.entries(body).filter(([, value]) => !['number', 'boolean'].includes(typeof value)),
  );
}
