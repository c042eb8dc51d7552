import { drawFaultRates, FaultRates, NO_FAULTS } from './faults';
import { Activity } from './activity';
import { History } from './history';
import { Random } from './random';
import { Scheduler } from './scheduler';

/** What all parts of one run share. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly history: History;
  faults: FaultRates;

  constructor(readonly seed: number) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.history = new History(() => this.scheduler.now);
    this.faults = drawFaultRates(this.random);
  }

  /** From here on nothing fails any more, so that what must happen in the end can be asked for. */
  endFaults(): void {
    this.faults = NO_FAULTS;
  }
}

/** A server that can be away for a while. */
export class Availability {
  private awayUntil = 0;

  constructor(
    private readonly world: World,
    private readonly activity: Activity,
    private readonly onLost: () => void = () => undefined,
  ) {}

  isAway(): boolean {
    return this.world.scheduler.now < this.awayUntil;
  }

  goAway(forMs: number): void {
    this.world.history.met(this.activity);
    this.awayUntil = this.world.scheduler.now + forMs;
    this.onLost();
  }

  comeBack(): void {
    this.awayUntil = 0;
  }
}
