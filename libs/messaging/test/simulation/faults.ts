import { Random } from './random';

/** How often each fault strikes: a probability for each occasion, unless the name says otherwise. */
export interface FaultRates {
  /** Whenever something comes back to a process: it dies before it can act on it … */
  readonly crash: number;
  /** … or stands still, past its leases and its session at the broker. */
  readonly pause: number;
  readonly clockStep: number;
  /** The connection breaks at a statement: the transaction is gone. */
  readonly statementLost: number;
  /** The connection breaks at the commit: half of these had taken effect. */
  readonly commitLost: number;
  readonly wakeupLost: number;
  /** A publish fails: it never arrived, arrives late, arrived in part, or its acknowledgement got lost. */
  readonly publishLost: number;
  readonly offsetCommitLost: number;
  readonly effectAnswerLost: number;
  /** Times in a run. */
  readonly brokerOutages: number;
  readonly databaseOutages: number;
  readonly offsetResets: number;
  readonly membersMoved: number;
  /** Messages of somebody who is no part of the system. */
  readonly foreignMessages: number;
}

export const NO_FAULTS: FaultRates = {
  crash: 0,
  pause: 0,
  clockStep: 0,
  statementLost: 0,
  commitLost: 0,
  wakeupLost: 0,
  publishLost: 0,
  offsetCommitLost: 0,
  effectAnswerLost: 0,
  brokerOutages: 0,
  databaseOutages: 0,
  offsetResets: 0,
  membersMoved: 0,
  foreignMessages: 0,
};

/** Each run has its own mixture: a fault that is everywhere hides what another one alone would show. */
export function drawFaultRates(random: Random): FaultRates {
  const sometimes = (...rates: readonly number[]): number => (random.chance(0.4) ? 0 : random.pick(rates));
  return {
    crash: sometimes(0.0005, 0.002, 0.006),
    pause: sometimes(0.0005, 0.002),
    clockStep: sometimes(0.0005, 0.002),
    statementLost: sometimes(0.005, 0.03),
    commitLost: sometimes(0.02, 0.1),
    wakeupLost: sometimes(0.1, 0.5),
    publishLost: sometimes(0.05, 0.25),
    offsetCommitLost: sometimes(0.05, 0.25),
    effectAnswerLost: sometimes(0.1, 0.3),
    brokerOutages: sometimes(1, 2),
    databaseOutages: sometimes(1, 2),
    offsetResets: sometimes(1, 2),
    membersMoved: sometimes(2, 6),
    foreignMessages: sometimes(1, 3),
  };
}
