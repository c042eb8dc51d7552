import {
  CommandContract,
  CommandPayload,
  CommandResult,
  EventContract,
  EventPayload,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { provisionSchemas } from '@tributary/persistence';
import {
  createPino,
  EnvironmentReader,
  PlatformConfig,
  readPlatformConfig,
  RunningService,
  Runtime,
  ServiceLogger,
} from '@tributary/service';
import { brokerFor, eventMessage } from '@tributary/testing/services';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { schemaOf } from '../apps/all-in-one/src/services/service-environment';

const PARTITIONS = 4;
const COMMAND_WITHIN_MS = 60_000;

/** A service's own functions, as its package exports them. */
export interface Measured<Config extends PlatformConfig> {
  readonly service: Config['service'];
  readonly read: (platform: PlatformConfig, env: EnvironmentReader) => Config;
  readonly start: (config: Config, runtime: Runtime) => Promise<RunningService>;
}

/** One service in this process with the settings that it ships with, on a database and a bus of its own: the bench plays all others. */
export class OneService<Config extends PlatformConfig> {
  readonly engine: InProcessEngine;
  private readonly running: RunningService[] = [];

  private constructor(
    private readonly measured: Measured<Config>,
    readonly config: Config,
    /** The superuser's connection, with the service's schema as its search path. */
    readonly admin: Client,
    private readonly broker: InProcessBroker,
  ) {
    this.engine = new InProcessEngine(broker);
  }

  /** @param heard topics that the bench consumes, as the group `test` */
  static async on<Config extends PlatformConfig>(
    postgresUrl: string,
    measured: Measured<Config>,
    settings: Readonly<Record<string, string>> = {},
    heard: readonly string[] = [],
  ): Promise<OneService<Config>> {
    const { service } = measured;
    const schema = schemaOf(service);
    const urls = await provisionSchemas(postgresUrl, [{ schema, password: 'bench' }]);
    const env = new EnvironmentReader({
      DATABASE_URL: urls.get(schema),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    });
    const config = measured.read(readPlatformConfig(service, env), env);
    env.check(service);
    const admin = new Client({ connectionString: postgresUrl, options: `-c search_path=${schema}` });
    await admin.connect();
    return new OneService(measured, config, admin, brokerFor([service], PARTITIONS, heard));
  }

  async start(changes: Partial<Config> = {}): Promise<RunningService> {
    const logger = new ServiceLogger(createPino({ service: this.measured.service, level: 'silent' }));
    const runtime = { broker: this.broker, logger };
    const started = await this.measured.start({ ...this.config, ...changes }, runtime);
    this.running.push(started);
    return started;
  }

  /** Sends a command of the user to the instance that was started last. */
  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    userId = 1,
  ): Promise<CommandResult<C>> {
    const client = this.running.at(-1)?.app.get(CommandClient);
    if (!client) throw new Error(`${this.measured.service} does not run`);
    return client.send(contract, payload, {
      caller: ownerOf(userId),
      key: userId,
      timeoutMs: COMMAND_WITHIN_MS,
    });
  }

  async publish<C extends EventContract>(contract: C, payloads: readonly EventPayload<C>[]): Promise<void> {
    await this.engine.publish(payloads.map((payload) => eventMessage(contract, { payload })));
  }

  /** @param sql the rows that are waited for */
  async untilNone(sql: string, values: readonly unknown[] = [], withinMs = Infinity): Promise<void> {
    for (const until = Date.now() + withinMs; ; await pause(20)) {
      const { rows } = await this.admin.query(sql, [...values]);
      if (rows.length === 0) return;
      if (Date.now() > until) throw new Error(`still not done after ${withinMs / 1000} s: ${sql}`);
    }
  }

  async stopInstances(): Promise<void> {
    for (const one of this.running.splice(0)) await one.stop();
  }

  async stop(): Promise<void> {
    await this.stopInstances();
    await this.engine.close();
    await this.admin.end();
  }
}
