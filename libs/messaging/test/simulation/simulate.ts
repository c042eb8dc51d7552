import { Activity } from './activity';
import { Violation } from './history';
import { checkEndState } from './oracle/invariants';
import { KafkaLikeSystem } from './scenario/kafka-like-system';
import { OneProcessSystem } from './scenario/one-process-system';
import { Services } from './scenario/services';
import { SimulatedSystem } from './scenario/system';
import { Without } from './variant';
import { World } from './world';

/** What one run showed. */
export interface SimulationReport {
  readonly seed: number;
  readonly system: 'kafka-like' | 'one process';
  /** Broken promises; none is as it must be. */
  readonly violations: readonly Violation[];
  /** The last of what happened, for reading a failure. */
  readonly notes: readonly string[];
  /** How often a run met what tries it. */
  readonly activities: ReadonlyMap<Activity, number>;
  readonly steps: number;
  /** Equal for two runs of one seed. */
  readonly fingerprint: number;
}

const FAULTS_MS = 6000;
const QUIET_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 60_000;

/**
 * One run: some seconds of writing under faults, then none, until all is quiet; then everything is stopped
 * and the state is held to the invariants. Odd seeds run all services in one process, even ones on a broker.
 */
export async function simulate(seed: number, without: Without = null): Promise<SimulationReport> {
  const world = new World(seed);
  const services = new Services(world, without);
  const isOneProcess = seed % 2 === 1;
  const system = isOneProcess ? new OneProcessSystem(world, services) : new KafkaLikeSystem(world, services);
  await runUnderFaults(world, services, system);
  if (await becomesQuiet(world, services, system)) await stopAll(world, system);
  checkEndState(services);
  return {
    seed,
    system: isOneProcess ? 'one process' : 'kafka-like',
    violations: world.history.violations,
    notes: world.history.notes,
    activities: world.history.activities,
    steps: world.scheduler.stepsTaken,
    fingerprint: world.scheduler.fingerprint,
  };
}

async function runUnderFaults(world: World, services: Services, system: SimulatedSystem): Promise<void> {
  for (const process of system.processes) process.start();
  system.planFaults(FAULTS_MS);
  await world.scheduler.runUntil(() => false, FAULTS_MS);
  world.endFaults();
  system.endFaults();
  for (const { availability } of services.databases) availability.comeBack();
  for (const process of system.processes) process.wake();
}

async function becomesQuiet(world: World, services: Services, system: SimulatedSystem): Promise<boolean> {
  const isQuiet = await world.scheduler.runUntil(
    () => services.areDone() && system.hasCaughtUp(),
    QUIET_WITHIN_MS,
  );
  if (!isQuiet) world.history.violate('stuck', 'without faults, the work does not come to its end');
  return isQuiet;
}

async function stopAll(world: World, system: SimulatedSystem): Promise<void> {
  let isStopped = false;
  const stop = (relays: boolean): Promise<unknown> =>
    Promise.all([...system.running].filter(({ isRelay }) => isRelay === relays).map((one) => one.stop()));
  void stop(true)
    .then(() => stop(false))
    .then(() => (isStopped = true));
  if (!(await world.scheduler.runUntil(() => isStopped, STOPPED_WITHIN_MS)))
    world.history.violate('stuck', 'asked to stop, something goes on');
}
