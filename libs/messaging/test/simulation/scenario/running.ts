import { ContractViolationError } from '@tributary/contracts';
import { Batch } from '../../../src/bus-engine';
import { PostgresDeadLetters } from '../../../src/consumers/dead-letters.store';
import { EventHandler, EventProcessor } from '../../../src/consumers/event-processor';
import { OutboxRelay } from '../../../src/outbox/outbox-relay';
import { PostgresOutboxStore } from '../../../src/outbox/outbox.store';
import { BrokerError, EventBus } from '../broker/simulated-engine';
import { Connections } from '../database/connections';
import { SimulatedDatabase } from '../database/simulated-database';
import { noteUnlessPlanned } from './planned-failures';
import { ProcessLife } from '../process';
import { Without } from '../variant';
import { PoisonError } from './documents';

/** Something that runs in a process until it is stopped. */
export interface Running {
  /** A relay's publish ends when consumers are done with it: relays stop while consumers still run. */
  readonly isRelay: boolean;
  stop(): Promise<void>;
}

/** One process's view of one service: what its parts need to run. */
export interface Host {
  readonly life: ProcessLife;
  readonly bus: EventBus;
  readonly database: SimulatedDatabase;
  readonly without: Without;
}

/** As the webhook-dispatcher's. */
const GATHER_MS = 50;

/** The relay as services run it, paced faster so that a short run sees leases come and go. */
export function startRelay({ life, bus, database, without }: Host): Running {
  const { world } = life;
  const store = new PostgresOutboxStore(new Connections(database, life));
  const engine = without === 'deletion after the acknowledgement' ? withoutWaiting(bus) : bus;
  const onFailure = noteUnlessPlanned(world, BrokerError);
  const gatherMs = world.random.chance(0.5) ? GATHER_MS : 0;
  const relay = new OutboxRelay(
    store,
    engine,
    { pollMs: 500, leaseMs: 3000, gatherMs, onFailure },
    life.clock,
  );
  const unlisten = database.listen(() => {
    if (!world.random.chance(world.faults.wakeupLost)) life.later(1, () => relay.notify());
  });
  life.whenDead(unlisten);
  relay.start();
  return { isRelay: true, stop: () => relay.stop() };
}

/** The consumer as services run it. */
export function startConsumer(host: Host, handlers: ReadonlyMap<string, EventHandler>): Running {
  const { life, bus, database, without } = host;
  const connections = new Connections(database, life);
  const processor = new EventProcessor(
    handlers,
    connections,
    new PostgresDeadLetters(connections),
    {
      service: database.schema,
      onFailure: noteUnlessPlanned(life.world, PoisonError, ContractViolationError),
    },
    life.clock,
  );
  const consumption = bus.consume({
    group: database.schema,
    topics: [...handlers.keys()],
    concurrency: 8,
    onBatch: (batch) =>
      processor.process(without === 'offsets resolved after the commit' ? resolvedAhead(batch) : batch),
  });
  return { isRelay: false, stop: async () => (await consumption).stop() };
}

function resolvedAhead(batch: Batch): Batch {
  const last = batch.messages.at(-1);
  if (last) batch.resolve(last);
  return { ...batch, resolve: () => undefined };
}

function withoutWaiting(bus: EventBus): Pick<EventBus, 'publishing' | 'publish'> {
  return {
    publishing: bus.publishing,
    publish: async (messages) => void bus.publish(messages).catch(() => undefined),
  };
}
