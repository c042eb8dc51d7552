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

/** Only bound a failing test: the machine may have other work. */
const REPLY_MS_MAX = 25_000;
const SETTLED_MS_MAX = 60_000;

/**
 * A real service on a database and a bus of its own. The test plays everybody else: it publishes their events, sends
 * commands, and hears all that the service publishes. The service's fixture extends it with the words of its domain.
 *
 * A suite starts it once, in `beforeAll`, and its tests keep apart by user and account.
 */
export class ServiceUnderTest<Config extends PlatformConfig> {
  /** Who sends the test's commands, where it does not say. */
  caller: Caller;
  /** The last statement of `rows`: they take turns. */
  private lastStatement: Promise<unknown> = Promise.resolve();

  protected constructor(private readonly parts: ServiceParts<Config>) {
    this.caller = parts.declaration.caller ?? ownerOf(1);
  }

  get config(): Config {
    return this.parts.config;
  }

  /** The schema as the service's own code takes it; also while no instance runs. */
  get database(): Database {
    return this.parts.database;
  }

  /** One connection of the superuser's, with the service's schema as its search path. */
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

  /** What the service published, oldest first. */
  get received(): ReceivedEvent[] {
    return this.parts.bus.received;
  }

  /** The instance that runs longest. */
  get instance(): RunningService {
    return this.parts.instances.first;
  }

  protected get commands(): CommandClient {
    return this.parts.commands;
  }

  /** Starts an instance, beside those that run, on the same database and bus. */
  startInstance(changes: Partial<Config> = {}): Promise<RunningService> {
    return this.parts.instances.start({ ...this.config, ...changes });
  }

  /** Stops the instance that was started last. */
  stopInstance(): Promise<void> {
    return this.parts.instances.stopLast();
  }

  /** Leaves the instance alone that runs longest. */
  stopOthers(): Promise<void> {
    return this.parts.instances.stopOthers();
  }

  /** Stops every instance; what the test publishes meanwhile waits. */
  stopInstances(): Promise<void> {
    return this.parts.instances.stopAll();
  }

  /** The service's answer to a command of the caller's; those of one user take turns. */
  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = this.caller,
    idempotencyKey?: string,
  ): Promise<CommandResult<C>> {
    const key = caller.userId;
    return this.commands.send(contract, payload, { caller, key, idempotencyKey, timeoutMs: REPLY_MS_MAX });
  }

  /** Publishes events as their owner does; resolves once the service has consumed them. */
  feed<C extends EventContract>(contract: C, ...payloads: readonly EventPayload<C>[]): Promise<void> {
    return this.publishAll(
      contract,
      payloads.map((payload) => ({ payload })),
    );
  }

  /** The same under one key. */
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

  /** The same with everything else that the test says of a message. */
  publishAll<C extends EventContract>(contract: C, events: readonly TestEvent<C>[]): Promise<void> {
    return this.engine.publish(events.map((event) => eventMessage(contract, event)));
  }

  /** What the service published of one kind, oldest first. */
  events<C extends EventContract>(contract: C): EventPayload<C>[] {
    return this.parts.bus.events(contract);
  }

  /** Forgets what the service published; what is still in its outbox is published first, so nothing comes later. */
  async forgetEvents(): Promise<void> {
    await this.settled();
    this.received.length = 0;
  }

  /** Over the one connection of `sql`, so a test may open a transaction. */
  async rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const result = this.lastStatement.then(() => this.sql.query(sql, [...parameters]));
    this.lastStatement = result.catch(() => undefined); // the caller has it
    return (await result).rows as Row[];
  }

  /** Waits until the service has nothing left to do, and everything is published. */
  async settled(): Promise<void> {
    const { openWork = '0' } = this.parts.declaration;
    const statement = `select (select count(*) from outbox) as unpublished, (${openWork}) as open`;
    await eventually(async () => expect(await this.rows(statement)).toEqual([{ unpublished: 0, open: 0 }]), {
      timeoutMs: SETTLED_MS_MAX,
    });
  }

  /** Stops every instance, and removes everything that was started for it. */
  close(): Promise<void> {
    return this.parts.closing.close();
  }
}
