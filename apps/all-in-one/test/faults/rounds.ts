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
  /** From the moment when everything was up again to the end of all work. */
  readonly drainedS: number;
  /** Figures that only some faults have. */
  readonly figures: Readonly<Record<string, number>>;
}

/** What a suite of a fault gets: the shared system, and the record of rounds. */
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

  /** Many rounds in a full run, else the few of a usual test run. */
  count(few: number, full: number): number {
    return this.settings.full ? full : few;
  }

  /**
   * Runs a fault, waits until the system is idle, and checks the promise: no transaction lost, none duplicated. The
   * fault must leave everything running again.
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

  /** All figures so far are in `.data/faults/report.json`. */
  private keep(round: Round): void {
    this.rounds.push(round);
    const directory = path.join(workspaceRoot(), '.data', 'faults');
    mkdirSync(directory, { recursive: true });
    const report = { seed: this.settings.seed, full: this.settings.full, rounds: this.rounds };
    writeFileSync(path.join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  }

  /** A fault that fails must not make the next ones fail. */
  private async inflictOrMend<T>(inflict: () => Promise<T>): Promise<T> {
    try {
      return await inflict();
    } catch (error) {
      await this.under.mend();
      throw error;
    }
  }
}
