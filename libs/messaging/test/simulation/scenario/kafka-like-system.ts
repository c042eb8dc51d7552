import { TransactionRemovedV1, TransactionShapedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { SimulatedBroker } from '../broker/simulated-broker';
import { SimulatedEngine } from '../broker/simulated-engine';
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

/** Two instances of each service, each a process of its own, on a broker in Kafka's manner. */
export class KafkaLikeSystem implements SimulatedSystem {
  readonly processes: readonly SimulatedProcess[];
  readonly running = new Set<Running>();
  private readonly broker: SimulatedBroker;

  constructor(
    private readonly world: World,
    private readonly services: Services,
  ) {
    this.broker = new SimulatedBroker(world);
    for (const { topic } of [TransactionUpsertedV1, TransactionRemovedV1, TransactionShapedV1])
      this.broker.declare(topic, PARTITIONS);
    const { ingestion, rules, transfers } = services;
    this.processes = [1, 2].flatMap((instance) => [
      this.process(`ingestion-sync ${instance}`, ingestion, (host) => [
        startRelay(host),
        startWriter(host, services),
      ]),
      this.process(`rule-engine ${instance}`, rules, (host) => [
        startRelay(host),
        startConsumer(host, ruleEngineHandlers(services)),
      ]),
      this.process(`transfer-engine ${instance}`, transfers, (host) => [
        startConsumer(host, transferEngineHandlers(services)),
        startDispatcher(host, services),
      ]),
    ]);
  }

  hasCaughtUp(): boolean {
    return this.broker.allGroups().every((group) => group.hasCaughtUp());
  }

  planFaults(untilMs: number): void {
    const { random, scheduler, faults } = this.world;
    const times = (count: number, strike: () => void): void => {
      for (let n = 0; n < count; n += 1) scheduler.after(random.between(0, untilMs), strike);
    };
    times(faults.brokerOutages, () => this.broker.availability.goAway(random.between(50, OUTAGE_MS_MAX)));
    times(faults.databaseOutages, () =>
      random.pick(this.services.databases).availability.goAway(random.between(50, OUTAGE_MS_MAX)),
    );
    times(faults.offsetResets, () => this.anyGroup()?.reset());
    times(faults.foreignMessages, () => this.appendForeign());
    times(faults.membersMoved, () => this.anyGroup()?.removeAny());
  }

  endFaults(): void {
    this.broker.availability.comeBack();
  }

  /** Of somebody who writes to the topic without being asked: everything in it may be wrong. */
  private appendForeign(): void {
    const { random, history, scheduler } = this.world;
    const mark = `"unreadable ${scheduler.now}`;
    const value = random.pick([
      `\0${mark}`,
      `{"id":${mark}\\u0000"}`,
      `{"id":${mark}${'x'.repeat(3000)}"}`,
      `{"id":7,"was":${mark}"}`,
      `[${mark}"]`,
    ]);
    const message = {
      topic: TransactionUpsertedV1.topic,
      key: random.pick(['1', 'somebody\0']),
      value,
      headers: { origin: random.pick(['elsewhere', '\0']) },
    };
    history.met('message of somebody else');
    history.messageCommitted({ service: 'somebody else', ...message });
    this.broker.append([message]);
  }

  private anyGroup() {
    const groups = this.broker.allGroups();
    return groups.length > 0 ? this.world.random.pick(groups) : null;
  }

  private process(
    name: string,
    database: SimulatedDatabase,
    start: (host: Host) => Running[],
  ): SimulatedProcess {
    return new SimulatedProcess(this.world, name, (life: ProcessLife) => {
      const bus = new SimulatedEngine(this.broker, life);
      const started = start({ life, bus, database, without: this.services.without });
      for (const one of started) this.running.add(one);
      life.whenDead(() => started.forEach((one) => this.running.delete(one)));
    });
  }
}
