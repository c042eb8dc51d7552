import { workspaceRoot } from '@tributary/testing';
import { devNull } from 'node:os';
import path from 'node:path';
import { Child, readyMessage, startChild } from '../../../src/child-processes/child';
import type { Attacker } from './hostile-kind';

const SCRIPT = path.join(
  workspaceRoot(),
  'dist-test/apps/all-in-one/test/attacks/hostile-tenant/attacker.main.js',
);

/** The first message to the attacking process. */
export interface AttackStart {
  readonly url: string;
  /** The name of the kind of attack. */
  readonly kind: string;
  readonly attacker: Attacker;
}

/** The number of an attack's responses by HTTP status; 0 counts requests without a response before the attack ended. */
export interface Counted {
  readonly attacks: number;
  readonly answers: Readonly<Record<number, number>>;
}

/**
 * The attacker's process. It has the lowest priority, because a real attacker uses another computer, whose work must
 * not be measured.
 */
export class AttackerProcess {
  private constructor(private readonly child: Child) {}

  /** Resolves when everything is prepared. */
  static async start(start: AttackStart): Promise<AttackerProcess> {
    const child = startChild({ name: 'attacker', script: SCRIPT, environment: {}, logFile: devNull });
    child.process.send(start);
    await readyMessage(child);
    return new AttackerProcess(child);
  }

  begin(): void {
    this.child.process.send('begin');
  }

  /** Ends the attack, and removes what was set up for it. */
  async end(): Promise<Counted> {
    this.child.process.send('end');
    return readyMessage<Counted>(this.child);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
