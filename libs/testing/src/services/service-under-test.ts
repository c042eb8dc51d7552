import {
  Caller,
  CommandContract,
  CommandPayload,
  CommandResult,
  EventContract,
  EventPayload,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, InProcessEngine, ReceivedEvent } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { PlatformConfig, RunningService } from '@tributary/service';
import { Client } from 'pg';
import { eventually } from '../eventually';
import { ServiceParts } from './service-parts';
import { eventMessage, TestEvent } from './test-bus';

/** Only limits a failing test: the machine may be busy. */
const REPLY_MS_MAX = 25_000;
const SETTLED_MS_MAX = 60_000;

/**
 * A real service with its own database and bus. The test plays all other services: it publishes their events, sends
 * commands, and receives the service's events. The service's fixture extends the class with methods of its domain.
 *
 * A suite starts it once, in `beforeAll`; its tests use different users and accounts.
 */
export class ServiceUnderTest<Config extends PlatformConfig> {
  /** The caller of the test's commands unless they name one. */
  caller: Caller;
  /** The last statement of `rows`, which run one after another. */
  private lastStatement: Promise<unknown> = Promise.resolve();

  protected constructor(private readonly parts: ServiceParts<Config>) {
    this.caller = parts.declaration.caller ?? ownerOf(1);
  }

  get config(): Config {
    return this.parts.config;
  }

  /** The schema's database as the service's code uses it; available also while no instance is running. */
  get database(): Database {
    return this.parts.database;
  }

  /** A superuser's connection whose search path is the service's schema. */
  get sql(): Client {
    return this.parts.sql;
  }

  /** The superuser's URL of the database. */
  get adminUrl(): string {
    return this.parts.testDatabase.url;
  }

  get engine(): InProcessEngine {
    return this.parts.bus.engine;
  }

  /** The service's events, oldest first. */
  get received(): ReceivedEvent[] {
    return this.parts.bus.received;
  }

  /** The instance that was started first. */
  get instance(): RunningService {
    return this.parts.instances.first;
  }

  protected get commands(): CommandClient {
    return this.parts.commands;
  }

  /** Starts a further instance on the same database and bus. */
  startInstance(changes: Partial<Config> = {}): Promise<RunningService> {
    return this.parts.instances.start({ ...this.config, ...changes });
  }

  /** Stops the instance that was started last. */
  stopInstance(): Promise<void> {
    return this.parts.instances.stopLast();
  }

  /** Stops all instances except the first. */
  stopOthers(): Promise<void> {
    return this.parts.instances.stopOthers();
  }

  /** Stops every instance; events that the test publishes meanwhile wait. */
  stopInstances(): Promise<void> {
    return this.parts.instances.stopAll();
  }

  /** Returns the service's reply to a command of the caller's; commands of one user are handled one after another. */
  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = this.caller,
    idempotencyKey?: string,
  ): Promise<CommandResult<C>> {
    const key = caller.userId;
    return this.commands.send(contract, payload, { caller, key, idempotencyKey, timeoutMs: REPLY_MS_MAX });
  }

  /** Publishes events as their owner does; resolves when the service has consumed them. */
  feed<C extends EventContract>(contract: C, ...payloads: readonly EventPayload<C>[]): Promise<void> {
    return this.publishAll(
      contract,
      payloads.map((payload) => ({ payload })),
    );
  }

  /** Publishes events under one key. */
  publish<C extends EventContract>(
    contract: C,
    key: number,
    ...payloads: readonly EventPayload<C>[]
  ): Promise<void> {
    return this.publishAll(
      contract,
      payloads.map((payload) => ({ key, payload })),
    );
  }

  /** Publishes events with all members of a message. */
  publishAll<C extends EventContract>(contract: C, events: readonly TestEvent<C>[]): Promise<void> {
    return this.engine.publish(events.map((event) => eventMessage(contract, event)));
  }

  /** Returns the service's events of one type, oldest first. */
  events<C extends EventContract>(contract: C): EventPayload<C>[] {
    return this.parts.bus.events(contract);
  }

  /** Forgets the service's events, after publishing those in its outbox, so that none arrives later. */
  async forgetEvents(): Promise<void> {
    await this.settled();
    this.received.length = 0;
  }

  /** Runs a statement over the connection of `sql`, so that a test can open a transaction. */
  async rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const result = this.lastStatement.then(() => this.sql.query(sql, [...parameters]));
    this.lastStatement = result.catch(() => undefined); // the caller gets the error
    return (await result).rows as Row[];
  }

  /** Waits until the service has no pending work and all events are published. */
  async settled(): Promise<void> {
    const { openWork = '0' } = this.parts.declaration;
    const statement = `select (select count(*) from outbox) as unpublished, (${openWork}) as open`;
    await eventually(async () => expect(await this.rows(statement)).toEqual([{ unpublished: 0, open: 0 }]), {
      timeoutMs: SETTLED_MS_MAX,
    });
  }

  /** Stops every instance, and removes everything that was created for the service. */
  close(): Promise<void> {
    return this.parts.closing.close();
  }
}
