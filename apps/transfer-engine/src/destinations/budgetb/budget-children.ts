import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BudgetChild } from './budget-child';
import { ServerAccess } from './budget-process/calls';
import { BudgetbConfig } from './config';
import { ActualFailure } from './errors';

/** What a process is for: a budget of a server, or (null) the list of its budgets. */
export interface BudgetFile {
  readonly access: ServerAccess;
  readonly fileId: string | null;
}

interface Slot {
  readonly child: BudgetChild;
  /** Signed in, and the budget open; a failure ends the process. */
  readonly ready: Promise<void>;
  users: number;
  idle: NodeJS.Timeout | null;
}

const LOOK_AGAIN_MS = 50;

/**
 * The processes of budgets: at most so many, each kept for a while after its last use, so that a budget that much happens
 * in is not downloaded for each request.
 */
export class BudgetChildren {
  private readonly slots = new Map<string, Slot>();
  private swept = false;

  constructor(private readonly config: BudgetbConfig) {}

  /**
   * Runs work in the process of a budget, once it is ready, all of it within the time limit of a request. If opening a
   * budget takes more than half of that, it continues opening, so that a later request finds it open.
   * @throws ActualFailure
   */
  async use<T>(file: BudgetFile, work: (child: BudgetChild, timeoutMs: number) => Promise<T>): Promise<T> {
    const { requestTimeoutMs } = this.config;
    const until = Date.now() + requestTimeoutMs;
    const slot = await this.slotFor(file, until - requestTimeoutMs / 2);
    try {
      await within(until - requestTimeoutMs / 2 - Date.now(), slot.ready);
      return await work(slot.child, until - Date.now());
    } finally {
      slot.users -= 1;
      this.rest(keyOf(file), slot);
    }
  }

  /** Ends all of them. */
  close(): void {
    for (const [key, slot] of this.slots) {
      this.drop(key, slot);
      slot.child.removeCopy(); // the service may end before its processes do
    }
  }

  private async slotFor(file: BudgetFile, until: number): Promise<Slot> {
    const key = keyOf(file);
    for (;;) {
      const slot = this.slots.get(key);
      if (slot && !slot.child.isDead) return taken(slot);
      if (slot) this.drop(key, slot);
      if (this.hasRoom()) return taken(this.started(key, file));
      if (Date.now() > until) throw new ActualFailure('busy', false);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  /** Room for one more, for which the one that was idle longest may have to go. */
  private hasRoom(): boolean {
    if (this.slots.size < this.config.processes) return true;
    for (const [key, slot] of this.slots) {
      if (slot.users > 0 && !slot.child.isDead) continue;
      this.drop(key, slot);
      return true;
    }
    return false;
  }

  private started(key: string, { access, fileId }: BudgetFile): Slot {
    this.sweep();
    const child = new BudgetChild(this.config.dataDir);
    const { allowedNetworks } = this.config;
    const ready = (async () => {
      await child.call('sign-in', { ...access, allowedNetworks }, OPENING_MS_MAX);
      if (fileId !== null) await child.call('open', { fileId }, OPENING_MS_MAX);
    })();
    ready.catch(() => undefined); // the caller gets the error
    const slot: Slot = { child, ready, users: 0, idle: null };
    this.slots.set(key, slot);
    return slot;
  }

  private rest(key: string, slot: Slot): void {
    if (slot.users > 0 || this.slots.get(key) !== slot) return;
    if (slot.child.isDead) return this.drop(key, slot);
    // Last used, last to go: a Map keeps the order in which its members came.
    this.slots.delete(key);
    this.slots.set(key, slot);
    slot.idle = setTimeout(() => this.drop(key, slot), this.config.idleMs).unref();
  }

  private drop(key: string, slot: Slot): void {
    if (slot.idle) clearTimeout(slot.idle);
    this.slots.delete(key);
    slot.child.end();
  }

  /** Copies that a service left behind which was killed together with its processes. */
  private sweep(): void {
    if (this.swept) return;
    this.swept = true;
    for (const name of namesIn(this.config.dataDir)) {
      const [, pid] = /^(\d+)-\w{6}$/.exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) {
        rmSync(path.join(this.config.dataDir, name), { recursive: true, force: true });
      }
    }
  }
}

/** A large budget may take minutes; a server that never answers must not keep a process forever. */
const OPENING_MS_MAX = 300_000;

function taken(slot: Slot): Slot {
  if (slot.idle) clearTimeout(slot.idle);
  slot.idle = null;
  slot.users += 1;
  return slot;
}

function keyOf({ access, fileId }: BudgetFile): string {
  return createHash('sha256')
    .update(JSON.stringify([access, fileId]))
    .digest('base64');
}

async function within(timeoutMs: number, ready: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ActualFailure('opening', false)), timeoutMs);
  });
  await Promise.race([ready, late]).finally(() => clearTimeout(timer));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // it never existed: nothing was left behind
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
