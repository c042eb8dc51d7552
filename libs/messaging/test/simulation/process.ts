import { Clock } from '../../src/clock';
import { World } from './world';

const MINUTE_MS = 60_000;
const SKEW_MS_MAX = 10 * MINUTE_MS;
const STEP_MS_MAX = 60 * MINUTE_MS;

/** A process that can be killed at any moment, and is started again after a while. */
export class SimulatedProcess {
  private life: ProcessLife | null = null;

  constructor(
    private readonly world: World,
    readonly name: string,
    private readonly boot: (life: ProcessLife) => void,
  ) {}

  start(): void {
    if (this.life) return;
    this.life = new ProcessLife(this.world, this.name, () => {
      this.life = null;
      this.world.scheduler.after(this.world.random.between(50, 1500), () => this.start());
    });
    this.boot(this.life);
  }

  /** Ends a pause. */
  wake(): void {
    if (this.life) this.life.pausedUntil = 0;
  }
}

/**
 * One run of a process, from its start to its death. Everything that a process waits for comes back through
 * `later`: after its death nothing does, so that its code stands for ever at the `await` where it died.
 */
export class ProcessLife {
  isAlive = true;
  pausedUntil = 0;
  readonly clock: Clock;
  private skewMs: number;
  private readonly deathWatchers = new Set<() => void>();
  private readonly pauseWatchers = new Set<() => void>();

  constructor(
    readonly world: World,
    readonly name: string,
    private readonly onDeath: () => void,
  ) {
    this.skewMs = world.random.between(-SKEW_MS_MAX, SKEW_MS_MAX);
    this.clock = {
      now: () => Math.floor(world.scheduler.now + this.skewMs),
      sleep: (ms, signal) => this.sleep(ms, signal),
    };
  }

  isPaused(): boolean {
    return this.world.scheduler.now < this.pausedUntil;
  }

  whenDead(watch: () => void): void {
    this.deathWatchers.add(watch);
  }

  whenPaused(watch: () => void): void {
    this.pauseWatchers.add(watch);
  }

  /** Calls back inside the process: later while it stands still, never once it is dead. */
  later(delayMs: number, run: () => void): void {
    this.world.scheduler.after(delayMs, () => {
      if (!this.isAlive) return;
      if (this.isPaused()) return this.later(this.pausedUntil - this.world.scheduler.now, run);
      if (this.isStruck()) return this.isAlive ? this.later(0, run) : undefined;
      run();
    });
  }

  /** A question to a server: there, its work, and the answer back. */
  ask<T>(serve: () => Promise<T>): Promise<T> {
    const { random, scheduler } = this.world;
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return;
      scheduler.after(random.between(0, 4), () => {
        serve().then(
          (value) => this.later(random.between(0, 4), () => resolve(value)),
          (error: Error) => this.later(random.between(0, 4), () => reject(error)),
        );
      });
    });
  }

  crash(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.world.history.met('process died');
    this.world.history.note(`${this.name} died`);
    for (const watch of this.deathWatchers) watch();
    this.onDeath();
  }

  pause(forMs: number): void {
    this.pausedUntil = this.world.scheduler.now + forMs;
    this.world.history.met('process stood still');
    this.world.history.note(`${this.name} stands still for ${Math.round(forMs)} ms`);
    for (const watch of this.pauseWatchers) watch();
  }

  /** Draws whether the process dies, stands still, or has its clock set, just now. */
  private isStruck(): boolean {
    const { random, faults } = this.world;
    if (random.chance(faults.clockStep)) this.setClock(random.between(-STEP_MS_MAX, STEP_MS_MAX));
    if (random.chance(faults.crash)) {
      this.crash();
      return true;
    }
    if (!random.chance(faults.pause)) return false;
    this.pause(random.between(100, 8000));
    return true;
  }

  private setClock(byMs: number): void {
    this.skewMs += byMs;
    this.world.history.met('clock was set');
  }

  private sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      signal?.addEventListener('abort', wake);
      this.later(ms, wake);
    });
  }
}
