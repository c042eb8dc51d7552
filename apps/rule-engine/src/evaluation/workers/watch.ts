import { BEACON } from './tasks';

/** The reason why a worker was terminated, or ended by itself, while it ran rules. */
export type EndReason = 'step' | 'job' | 'memory' | 'died';

/** The interval of polls; it is also the sampling interval for the running rule. */
export const WATCH_MS = 10;

interface Limits {
  readonly stepMs: number;
  readonly jobMs: number;
}

/**
 * Polls the position of a job, and terminates a job that stays at one position for too long. Time is counted in polls,
 * so pauses of this process (a sleeping machine, a long garbage collection) do not count.
 */
export class Watch {
  private readonly timer: NodeJS.Timeout;
  private step = -1;
  private stepLooks = 0;
  private looks = 0;
  private readonly seenInJob = new Map<number, number>();
  private seenInStep = new Map<number, number>();

  constructor(
    private readonly beacon: Int32Array,
    private readonly limits: Limits,
    private readonly onOverrun: (reason: 'step' | 'job') => void,
  ) {
    this.timer = setInterval(() => this.check(), WATCH_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Returns how often each rule was seen running, in the step or in the whole job, depending on the reason. */
  seenBy(reason: EndReason): ReadonlyMap<number, number> {
    return reason === 'job' ? this.seenInJob : this.seenInStep;
  }

  private check(): void {
    const step = Atomics.load(this.beacon, BEACON.step);
    const rule = Atomics.load(this.beacon, BEACON.rule);
    if (step !== this.step) {
      this.step = step;
      this.stepLooks = 0;
      this.seenInStep = new Map();
    }
    this.stepLooks += 1;
    this.looks += 1;
    note(this.seenInStep, rule);
    note(this.seenInJob, rule);
    if (this.stepLooks * WATCH_MS > this.limits.stepMs) this.onOverrun('step');
    else if (this.looks * WATCH_MS > this.limits.jobMs) this.onOverrun('job');
  }
}

function note(seen: Map<number, number>, rule: number): void {
  if (rule >= 0) seen.set(rule, (seen.get(rule) ?? 0) + 1);
}
