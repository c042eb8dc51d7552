import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '@tributary/testing';
import type { Audit } from './audit';
import { FaultSettings } from './fault-settings';
import { SystemUnderFault } from './system-under-fault';

/** The result of a round of a fault. */
export interface Round {
  readonly fault: string;
  readonly transactions: number;
  readonly lost: number;
  readonly duplicated: number;
  /** The time from when everything was up again until all work was done. */
  readonly drainedS: number;
  /** Figures that only some faults have. */
  readonly figures: Readonly<Record<string, number>>;
}

/** The shared system of the fault suites, and the record of their rounds. */
export class FaultRounds {
  private system: SystemUnderFault | null = null;
  private readonly rounds: Round[] = [];

  constructor(readonly settings: FaultSettings) {}

  async open(): Promise<void> {
    this.system = await SystemUnderFault.start(this.settings);
  }

  async close(): Promise<void> {
    await this.system?.stop();
  }

  get under(): SystemUnderFault {
    if (!this.system) throw new Error('the system has not been started');
    return this.system;
  }

  /** Returns the number of rounds: many in a full run, few in a usual one. */
  count(few: number, full: number): number {
    return this.settings.full ? full : few;
  }

  /**
   * Runs a fault, waits until the system is idle, and checks that no transaction is lost or duplicated. The fault must
   * leave everything running again.
   */
  async play(fault: string, inflict: () => Promise<Record<string, number> | void>): Promise<Audit> {
    const figures = (await this.inflictOrMend(inflict)) ?? {};
    const { ms, left } = await this.under.settle();
    const audit = await this.under.audit();
    const { expected: transactions, lost, duplicated, findings } = audit;
    this.keep({ fault, transactions, lost, duplicated, drainedS: ms / 1000, figures });
    expect({ fault, left, findings }).toEqual({ fault, left: [], findings: [] });
    return audit;
  }

  /** Writes all figures so far to `.data/faults/report.json`. */
  private keep(round: Round): void {
    this.rounds.push(round);
    const directory = path.join(workspaceRoot(), '.data', 'faults');
    mkdirSync(directory, { recursive: true });
    const report = { seed: this.settings.seed, full: this.settings.full, rounds: this.rounds };
    writeFileSync(path.join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  }

  /** Repairs the system if a fault fails, so that it does not make the next ones fail. */
  private async inflictOrMend<T>(inflict: () => Promise<T>): Promise<T> {
    try {
      return await inflict();
    } catch (error) {
      await this.under.mend();
      throw error;
    }
  }
}
