import { Scope } from '@tributary/api-gateway';
import {
  CANONICAL_EVENTS,
  CONNECTION_EVENTS,
  LEGACY_EVENTS,
  mayIdentifyHolder,
  RULE_EVENTS,
  RULE_FIELDS,
  SENSITIVE_ACCOUNT_MEMBERS,
} from '@tributary/contracts';
import type { AttackedSystem, AttackedUser } from '../attacks/attacked-system';
import { claimedFeed } from '../attacks/claimed-feed';
import type { RestResponse } from '../rest-client';
import { SANDBOX_CREDENTIALS } from '../../src/child-processes/sandbox';
import { sensitivePaths } from './marks';
import { Outputs, Output } from './outputs';

/**
 * The value that conditions on sensitive fields write if they are true; it shows that their author can guess the
 * content.
 */
export const GUESSED = 'GUESSED';

/** The prefix of payees that a template wrote. */
export const PEEKED_BY = 'seen:';

/** The author's resources, as far as its scopes permit. */
export interface Made {
  readonly webhookIds: string[];
  readonly ruleIds: string[];
  linkId: string | null;
  /** Reads the feed. */
  feed: (() => Promise<Response>) | null;
}

/** An author whose token tries everything that might show hidden data. */
export class Author {
  readonly made: Made = { webhookIds: [], ruleIds: [], linkId: null, feed: null };

  /** @param scopes null: the owner's own unrestricted token */
  constructor(
    private readonly system: AttackedSystem,
    readonly owner: AttackedUser,
    readonly token: string,
    readonly scopes: readonly Scope[] | null,
    readonly accountId: string,
    private readonly outputs: Outputs,
  ) {}

  /** Sends a request, and records the response under its output, or as an error. */
  async ask(output: Output, method: string, path: string, body?: unknown): Promise<RestResponse> {
    const answer = await this.system.rest(method, path, this.token, body);
    const text = JSON.stringify(answer.body);
    this.outputs.note(answer.status < 300 ? output : 'error answers', `${method} ${path}`, text);
    return answer;
  }

  /**
   * Creates a resource and records the response.
   * @returns the id of the resource, null if it was refused
   */
  async make(path: string, body: unknown): Promise<string | null> {
    const { status, body: answer } = await this.ask('REST', 'POST', path, body);
    return status < 300 ? (answer.data as { id: string }).id : null;
  }

  /** Creates endpoints for every event in both payload versions, which the receiver trusts. */
  async listen(hook: string): Promise<void> {
    const versions = [
      [...CANONICAL_EVENTS, ...CONNECTION_EVENTS, ...RULE_EVENTS],
      [...LEGACY_EVENTS, ...CONNECTION_EVENTS, 'transactions.created', 'transactions.updated'],
    ];
    for (const [index, events] of versions.entries()) {
      const name = `${hook}-${index}`;
      const url = `${this.system.sandbox.receiverUrl}/hooks/${name}`;
      const { status, body } = await this.system.rest('POST', '/webhooks', this.token, { url, events });
      if (status >= 300) continue;
      const { id, secret } = body.data as { id: string; secret: string };
      await this.system.control.trustHook(name, secret);
      this.made.webhookIds.push(id);
    }
  }

  /**
   * Creates mappings of every sensitive path; refused ones are inserted directly, as if from before authors were
   * stored.
   */
  async map(turn: number): Promise<void> {
    const paths = sensitivePaths('debtor');
    const [payee = '', description = ''] = [paths[turn % paths.length], paths[(turn * 7 + 3) % paths.length]];
    const config = { map_fields: { payee, description } };
    const path = `/finance/accounts/${this.accountId}`;
    if ((await this.ask('REST', 'PUT', path, { config })).status < 300) return;
    await this.system.sql(
      `update ingestion_sync.financial_accounts
          set config = jsonb_set(config, '{map_fields}', config->'map_fields' || $2::jsonb) where id = $1`,
      [this.accountId, JSON.stringify(config.map_fields)],
    );
  }

  /** Creates rules with templates, conditions, and failing values on each sensitive field. */
  async rule(): Promise<void> {
    const plain = sensitivePaths('debtor').map((path) => setting('payee', `{{ ${path} }}`));
    await this.ask('REST', 'POST', '/rules', rule('plain', plain));
    const fields = RULE_FIELDS.filter(({ name, type }) => type === 'text' && mayIdentifyHolder(name));
    const { status, body } = await this.ask('REST', 'POST', '/rules', guess(fields.map(({ name }) => name)));
    const refused = Object.keys(body['errors'] ?? {}).map((member) => Number(member.split('.')[1]));
    const left = fields.filter((_, index) => status < 300 || !refused.includes(index));
    await this.attach(await this.make('/rules', guess(left.map(({ name }) => name))));
    await this.attach(await this.make('/rules', PEEK));
    await this.attach(await this.make('/rules', rule('fail', [setting('date', `${PEEKED} of no day`)])));
  }

  /** Previews shaped values and errors. */
  async preview(): Promise<void> {
    for (const tried of [PEEK, rule('fail', [setting('date', PEEKED)])]) {
      const body = { rule: tried, financial_account_ids: [this.accountId] };
      await this.ask('previews', 'POST', '/rules/preview', body);
    }
    for (const id of this.made.ruleIds.slice(-1)) {
      await this.ask('REST', 'POST', `/rules/${id}/apply`, { dry_run: true });
    }
  }

  /**
   * Creates a link to a budget with a rule of its own, and a feed.
   * @param index of the budget's accounts
   */
  async carry(index: number): Promise<void> {
    const access = { name: 'mine', access_token: SANDBOX_CREDENTIALS.budgetaToken };
    await this.make('/destinations/budgeta/connections', access);
    const { body } = await this.ask('REST', 'GET', '/destinations/budgeta/accounts?sort=id&page[size]=100');
    const accounts = Array.isArray(body.data) ? (body.data as { id: string }[]) : [];
    const destination = accounts[index % Math.max(accounts.length, 1)];
    this.made.linkId = await this.make('/transfer-links', {
      financial_account_id: Number(this.accountId),
      destination_type: 'BUDGETA',
      destination_id: Number(destination?.id ?? 1),
    });
    if (this.made.linkId !== null) {
      const id = await this.make('/rules', { ...PEEK, scope: 'TRANSFER_LINK' });
      if (id) await this.ask('REST', 'POST', `/rules/${id}/transfer-links/${this.made.linkId}`, {});
    }
    const feed = await this.system.rest('POST', '/destinations/feed/connections', this.token, { name: 'F' });
    if (feed.status >= 300) return;
    this.made.feed = await claimedFeed((feed.body.data as { setup_token: string }).setup_token);
  }

  private async attach(id: string | null): Promise<void> {
    if (id === null) return;
    this.made.ruleIds.push(id);
    await this.ask('REST', 'POST', `/rules/${id}/accounts/${this.accountId}`, {});
  }
}

const setting = (mapped: string, value: string) => ({
  action_type: 'SET_FIELD',
  field_name: `mapped_fields.${mapped}`,
  value,
});

/** Returns an action that applies if any of the fields has a mark. */
function guess(fields: readonly string[]) {
  const conditions = fields.map((field_name) => ({ field_name, operator: 'contains', value: 'ZQ.' }));
  return { ...rule('guess', [setting('description', GUESSED)], conditions), trigger_on_any_condition: true };
}

function rule(name: string, actions: readonly object[], conditions: readonly object[] = []) {
  return { name, scope: 'ANY', conditions, actions };
}

/** A template that computes every sensitive path at run time, so that no check of its text can find them. */
const PEEKED = [...new Set([...sensitivePaths('debtor'), ...sensitivePaths('creditor')])]
  .concat(Object.keys(SENSITIVE_ACCOUNT_MEMBERS).map((member) => `financial_account.${member}`))
  .map((path) => {
    const [root = '', member] = path.split('.');
    return `{% assign k = "${root}" %}{{ [k]${member === undefined ? '' : `.${member}`} }}`;
  })
  .join(' ');

/** A rule that writes everything it can read. */
export const PEEK = rule('peek', [setting('payee', `${PEEKED_BY} ${PEEKED}`)]);
