import { TransactionRemovedV1, TransactionShapedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { InProcessBroker } from '../../../src/engines/in-process/in-process-broker';
import { InProcessEngine } from '../../../src/engines/in-process/in-process-engine';
import { EventBus } from '../broker/simulated-engine';
import { SimulatedDatabase } from '../database/simulated-database';
import { ProcessLife, SimulatedProcess } from '../process';
import { World } from '../world';
import { startWriter } from './ingestion';
import { ruleEngineHandlers } from './rule-engine';
import { Host, Running, startConsumer, startRelay } from './running';
import { Services } from './services';
import { SimulatedSystem } from './system';
import { startDispatcher, transferEngineHandlers } from './transfer-engine';

const PARTITIONS = 2;
const OUTAGE_MS_MAX = 2500;
const INSTANCES = [1, 2];

/** All services in one process on the real in-process bus; a crash takes the bus and what it held along. */
export class OneProcessSystem implements SimulatedSystem {
  readonly processes: readonly SimulatedProcess[];
  readonly running = new Set<Running>();

  constructor(
    private readonly world: World,
    private readonly services: Services,
  ) {
    this.processes = [new SimulatedProcess(world, 'all-in-one', (life) => this.boot(life))];
  }

  /** A message counts as taken, and leaves its outbox, once its consumers are done: the outboxes tell all. */
  hasCaughtUp(): boolean {
    return true;
  }

  planFaults(untilMs: number): void {
    const { random, scheduler, faults } = this.world;
    for (let n = 0; n < faults.databaseOutages; n += 1)
      scheduler.after(random.between(0, untilMs), () =>
        random.pick(this.services.databases).availability.goAway(random.between(50, OUTAGE_MS_MAX)),
      );
  }

  endFaults(): void {
    // The bus is never away: it lives and dies with the process.
  }

  private boot(life: ProcessLife): void {
    const { ingestion, rules, transfers } = this.services;
    const broker = new InProcessBroker(life.clock);
    declareTopics(broker, this.services);
    const host = (database: SimulatedDatabase): Host => ({
      life,
      database,
      bus: observed(new InProcessEngine(broker), this.world),
      without: this.services.without,
    });
    const started = INSTANCES.flatMap(() => [
      startWriter(host(ingestion), this.services),
      startRelay(host(ingestion)),
      startRelay(host(rules)),
      startDispatcher(host(transfers), this.services),
      this.consumerThatMoves(() => startConsumer(host(rules), ruleEngineHandlers(this.services)), life),
      this.consumerThatMoves(
        () => startConsumer(host(transfers), transferEngineHandlers(this.services)),
        life,
      ),
    ]);
    for (const one of started) this.running.add(one);
    life.whenDead(() => started.forEach((one) => this.running.delete(one)));
  }

  /** Leaves its group now and then, and joins it again: its partitions go to the other member and come back. */
  private consumerThatMoves(start: () => Running, life: ProcessLife): Running {
    const { random } = this.world;
    let consumer = start();
    let isStopped = false;
    const move = async (): Promise<void> => {
      while (this.world.faults.membersMoved > 0 && !isStopped) {
        await life.clock.sleep(random.between(200, 3000));
        await consumer.stop();
        await life.clock.sleep(random.between(0, 500));
        consumer = start();
      }
    };
    const moved = move();
    return {
      isRelay: false,
      stop: async () => {
        isStopped = true;
        await moved;
        await consumer.stop();
      },
    };
  }
}

function declareTopics(broker: InProcessBroker, { rules, transfers }: Services): void {
  broker.declare([
    { name: TransactionUpsertedV1.topic, partitions: PARTITIONS, consumerGroups: [rules.schema] },
    { name: TransactionRemovedV1.topic, partitions: PARTITIONS, consumerGroups: [rules.schema] },
    { name: TransactionShapedV1.topic, partitions: PARTITIONS, consumerGroups: [transfers.schema] },
  ]);
}

/** The bus as it is, with what goes over it written into the history. */
function observed(engine: InProcessEngine, { history }: World): EventBus {
  return {
    publishing: engine.publishing,
    consume: (options) => engine.consume(options),
    publish: (messages) => {
      for (const { topic, key, value } of messages) history.messagePublished(topic, key, value);
      return engine.publish(messages);
    },
  };
}
