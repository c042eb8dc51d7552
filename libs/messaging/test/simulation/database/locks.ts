import { World } from '../world';
import { databaseError } from './errors';

interface Waiter {
  readonly owner: object;
  readonly grant: () => void;
}

interface Lock {
  owner: object;
  readonly waiters: Waiter[];
}

const LOCK_TIMEOUT_MS = 2000;

/** Row and advisory locks, held by a transaction until its end; who waits too long gets an error. */
export class Locks {
  private readonly locks = new Map<string, Lock>();
  private readonly held = new Map<object, Set<string>>();

  constructor(private readonly world: World) {}

  isFree(name: string, owner: object): boolean {
    const lock = this.locks.get(name);
    return !lock || lock.owner === owner;
  }

  async acquire(name: string, owner: object): Promise<void> {
    const lock = this.locks.get(name);
    if (lock?.owner === owner) return;
    if (lock) return this.wait(lock, owner);
    this.locks.set(name, { owner, waiters: [] });
    this.holds(owner).add(name);
  }

  releaseAll(owner: object): void {
    for (const name of this.holds(owner)) this.release(name);
    this.held.delete(owner);
  }

  private wait(lock: Lock, owner: object): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { owner, grant: resolve };
      lock.waiters.push(waiter);
      this.world.scheduler.after(LOCK_TIMEOUT_MS, () => {
        const index = lock.waiters.indexOf(waiter);
        if (index === -1) return;
        lock.waiters.splice(index, 1);
        this.world.history.met('lock waited for too long');
        reject(databaseError('55P03', 'canceling statement due to lock timeout'));
      });
    });
  }

  private release(name: string): void {
    const lock = this.locks.get(name);
    const next = lock?.waiters.shift();
    if (!lock || !next) return void this.locks.delete(name);
    lock.owner = next.owner;
    this.holds(next.owner).add(name);
    next.grant();
  }

  private holds(owner: object): Set<string> {
    let names = this.held.get(owner);
    if (!names) this.held.set(owner, (names = new Set()));
    return names;
  }
}
