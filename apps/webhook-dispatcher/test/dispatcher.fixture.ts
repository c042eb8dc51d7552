import { callControl, startSandbox, type Behaviour, type Sandbox } from '@tributary/sandbox';
import {
  Caller,
  CommandPayload,
  CommandResult,
  CreateWebhookEndpoint,
  EventPayload,
  ownerOf,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { PlatformConfig, RetentionWorker, ServiceLogger } from '@tributary/service';
import { openAll } from '@tributary/testing';
import { ServiceParts, ServiceUnderTest, startParts, TEST_APPLICATION } from '@tributary/testing/services';
import { randomUUID } from 'node:crypto';
import { retentionOf } from '../src/platform/retention';
import { MIGRATIONS } from '../src/migrations/migrations';
import { startWebhookDispatcher } from '../src/platform/start';
import { WebhookDispatcherConfig } from '../src/webhook-dispatcher.config';

type Wanted = CommandPayload<typeof CreateWebhookEndpoint>;
export type Created = CommandResult<typeof CreateWebhookEndpoint>;
export type Upserted = EventPayload<typeof WebhookEndpointUpsertedV1>;

/** The requests that a sandbox hook received, each webhook id once. */
export interface HookLedger {
  readonly summary: {
    readonly deliveries: number;
    readonly unique_ids: number;
    readonly accepted_ids: number;
    readonly bad_signatures: number;
    readonly requests_in_retry_after: number;
    readonly types: Record<string, number>;
  };
  readonly deliveries: readonly {
    readonly webhook_id: string;
    readonly type: string;
    readonly account: string | null;
    readonly received: number;
    readonly transactions: readonly { readonly id: string; readonly removed: boolean }[];
  }[];
  readonly order_by_account: Record<string, string[]>;
  readonly created: Record<string, number>;
  readonly updated: Record<string, number>;
}

/** SQL of the body of delivery `d`. */
export const BODY = `(select '{"id":' || to_json(d.message_id) || ',' || substr(content, 2)
                        from delivery_contents where id = d.content_id)`;

/** The dispatcher, a receiving sandbox, and an empty schema that the dispatcher may not access. */
export class DispatcherFixture extends ServiceUnderTest<WebhookDispatcherConfig> {
  private constructor(
    parts: ServiceParts<WebhookDispatcherConfig>,
    readonly sandbox: Sandbox,
  ) {
    super(parts);
  }

  static start(overrides: Partial<WebhookDispatcherConfig> = {}): Promise<DispatcherFixture> {
    return openAll(async (closing) => {
      const sandbox = closing.add(await startSandbox({ accounts: 1 }), (one) => one.close());
      const parts = await startParts(closing, {
        service: 'webhook-dispatcher',
        migrations: MIGRATIONS,
        otherSchemas: ['rule_engine'],
        configure: (platform) => ({ ...configOf(platform, sandbox), ...overrides }),
        start: startWebhookDispatcher,
      });
      return new DispatcherFixture(parts, sandbox);
    });
  }

  /** The published events about endpoints, oldest first. */
  get published(): Upserted[] {
    return this.events(WebhookEndpointUpsertedV1);
  }

  /** Returns the last published event about an endpoint; results of others may follow it. */
  lastPublished(id: number): Upserted | undefined {
    return this.published.findLast((one) => one.id === id);
  }

  create(
    wanted: Partial<Wanted>,
    caller: Caller = ownerOf(1),
    idempotencyKey?: string,
    key: string = String(caller.userId),
  ): Promise<Created> {
    return this.commands.send(
      CreateWebhookEndpoint,
      {
        url: `${this.sandbox.receiverUrl}/hooks/unregistered`,
        description: null,
        enabled: true,
        events: ['transactions.created', 'transactions.updated'],
        financial_accounts: null,
        type: 'WEBHOOK',
        payload_version: 'v2',
        omit_sensitive_identifiers: false,
        endpoint_limit: 1000,
        ...wanted,
      },
      { caller, key, idempotencyKey },
    );
  }

  /** Creates an endpoint under a key of its own, because commands with the same key are handled one after another. */
  createInParallel(wanted: Partial<Wanted>, caller: Caller): Promise<Created> {
    return this.create(wanted, caller, undefined, randomUUID());
  }

  /**
   * Creates an endpoint at a hook of the sandbox, which knows its secret.
   * @param of a user with all rights, or a caller
   */
  async hook(name: string, of: number | Caller, wanted: Partial<Wanted> = {}): Promise<Created> {
    const url = `${this.sandbox.receiverUrl}/hooks/${name}`;
    const created = await this.create({ url, ...wanted }, typeof of === 'number' ? ownerOf(of) : of);
    await this.control('PUT', `/receiver/${name}`, { secret: created.secret });
    return created;
  }

  async behave(name: string, behaviour: Behaviour): Promise<void> {
    await this.control('PUT', `/receiver/${name}`, { behaviour });
  }

  ledger(name: string): Promise<HookLedger> {
    return this.control('GET', `/ledger/receiver/${name}`);
  }

  /** Calls the sandbox's control server. */
  control<T = void>(method: string, path: string, body?: object): Promise<T> {
    return callControl<T>(this.sandbox, method, path, body);
  }

  /** Makes every waiting retry due. */
  async skipBackoff(): Promise<void> {
    await this.sql.query(`update deliveries set next_attempt_at = now() where status = 'PENDING'`);
    await this.sql.query(`update sending_states set paused_until = '-infinity'`);
  }

  /** Moves the endpoint's times into the past, as if the seconds had passed. */
  async letPass(endpointId: number, seconds: number): Promise<void> {
    const by = `make_interval(secs => $2)`;
    await this.sql.query(
      `with attempts as (
         update delivery_attempts set attempted_at = attempted_at - ${by}
          where delivery_id in (select id from deliveries where endpoint_id = $1)),
       states as (
         update sending_states set failing_since = failing_since - ${by}, last_attempt_at = last_attempt_at - ${by},
                last_success_at = last_success_at - ${by}, paused_until = paused_until - ${by}
          where endpoint_id = $1)
       update deliveries set next_attempt_at = next_attempt_at - ${by}, created_at = created_at - ${by}
        where endpoint_id = $1`,
      [endpointId, seconds],
    );
  }

  /** Terminates the connections, as a restart of the server does. */
  async cutDatabaseConnections(): Promise<void> {
    await this.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where usename = $1 and datname = current_database() and application_name <> $2`,
      [this.database.options.schema, TEST_APPLICATION],
    );
  }

  /** Runs the retention until it deletes nothing more. */
  async prune(): Promise<void> {
    const logger = this.instance.app.get(ServiceLogger);
    const worker = new RetentionWorker(this.database, logger, retentionOf(30));
    while (await worker.round());
  }
}

function configOf(platform: PlatformConfig, sandbox: Sandbox): WebhookDispatcherConfig {
  return {
    ...platform,
    allowedNetworks: ['127.0.0.0/8'],
    extraCa: sandbox.caCertificate,
    timeoutMs: 15_000,
    concurrencyPerEndpoint: 16,
    endpointsAtOnce: 100,
    retentionDays: 30,
  };
}
