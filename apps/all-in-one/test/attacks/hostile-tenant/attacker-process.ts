import { workspaceRoot } from '@tributary/testing';
import { devNull } from 'node:os';
import path from 'node:path';
import { Child, readyMessage, startChild } from '../../../src/surroundings/child';
import type { Attacker } from './hostile-kind';

const SCRIPT = path.join(
  workspaceRoot(),
  'dist-test/apps/all-in-one/test/attacks/hostile-tenant/attacker.main.js',
);

/** The first message to the attacking process: what to attack. */
export interface AttackStart {
  readonly url: string;
  /** Name of a kind. */
  readonly kind: string;
  readonly attacker: Attacker;
}

/** The requests of an attack, and the number of each answer: HTTP statuses; 0: not before the attack's end. */
export interface Counted {
  readonly attacks: number;
  readonly answers: Readonly<Record<number, number>>;
}

/**
 * The attacker runs in its own process with the lowest priority, because its computer would be another one, and must
 * not be measured.
 */
export class AttackerProcess {
  private constructor(private readonly child: Child) {}

  /** Resolves when all is prepared. */
  static async start(start: AttackStart): Promise<AttackerProcess> {
    const child = startChild({ name: 'attacker', script: SCRIPT, environment: {}, logFile: devNull });
    child.process.send(start);
    await readyMessage(child);
    return new AttackerProcess(child);
  }

  begin(): void {
    this.child.process.send('begin');
  }

  /** Ends the attack, and what was set up for it. */
  async end(): Promise<Counted> {
    this.child.process.send('end');
    return readyMessage<Counted>(this.child);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
