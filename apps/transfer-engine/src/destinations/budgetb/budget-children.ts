import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BudgetChild } from './budget-child';
import { ServerAccess } from './budget-process/calls';
import { BudgetbConfig } from './config';
import { ActualFailure } from './errors';

/** The budget that a process opens; a null `fileId` stands for the list of the server's budgets. */
export interface BudgetFile {
  readonly access: ServerAccess;
  readonly fileId: string | null;
}

interface Slot {
  readonly child: BudgetChild;
  /** Resolves when the process is signed in and the budget is open; a failure ends the process. */
  readonly ready: Promise<void>;
  users: number;
  idle: NodeJS.Timeout | null;
}

const LOOK_AGAIN_MS = 50;

/**
 * The pool of budget processes. It has a maximum size, and each process stays open for a while after its last use, so
 * that a busy budget is not downloaded for every request.
 */
export class BudgetChildren {
  private readonly slots = new Map<string, Slot>();
  private swept = false;

  constructor(private readonly config: BudgetbConfig) {}

  /**
   * Runs `work` in the budget's process, within the time limit of a request. Opening may use half of it; a budget that
   * takes longer continues to open, so that a later request finds it open.
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

  /** Ends all processes. */
  close(): void {
    for (const [key, slot] of this.slots) {
      this.drop(key, slot);
      slot.child.removeCopy(); // the service may exit before its processes do
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

  /** Returns whether another process may start; ends the one that was idle longest if the pool is full. */
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
    // A Map iterates in insertion order, so the process that was used last is ended last.
    this.slots.delete(key);
    this.slots.set(key, slot);
    slot.idle = setTimeout(() => this.drop(key, slot), this.config.idleMs).unref();
  }

  private drop(key: string, slot: Slot): void {
    if (slot.idle) clearTimeout(slot.idle);
    this.slots.delete(key);
    slot.child.end();
  }

  /** Removes copies of budgets whose service was killed together with its processes. */
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

/** Downloading a large budget may take minutes; the limit frees processes of servers that never respond. */
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
    return []; // the directory does not exist, so there is nothing to remove
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
