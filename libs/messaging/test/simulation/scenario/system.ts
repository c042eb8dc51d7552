import { SimulatedProcess } from '../process';
import { Running } from './running';

/** A way to run the three services: what can be killed, and what must end well when all is asked to stop. */
export interface SimulatedSystem {
  readonly processes: readonly SimulatedProcess[];
  /** What runs now. */
  readonly running: ReadonlySet<Running>;
  /** Whether the consumers have taken all that the bus holds for them. */
  hasCaughtUp(): boolean;
  /** Plans the faults that come a number of times in a run, anywhere before that time. */
  planFaults(untilMs: number): void;
  endFaults(): void;
}
