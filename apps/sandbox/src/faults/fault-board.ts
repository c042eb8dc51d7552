import { faultFromBody, type Fault, type FaultTarget } from './fault';

interface Posted {
  readonly fault: Fault;
  matched: number;
  applied: number;
}

/** The active faults. A request triggers at most one, the first that was set and still has times left. */
export class FaultBoard {
  private posted: Posted[] = [];
  private nextId = 1;

  /** @throws Problem */
  set(body: unknown): Fault {
    const fault = faultFromBody(this.nextId, body);
    this.nextId += 1;
    this.posted.push({ fault, matched: 0, applied: 0 });
    return fault;
  }

  clear(id?: number): void {
    this.posted = id === undefined ? [] : this.posted.filter((entry) => entry.fault.id !== id);
  }

  list(): readonly object[] {
    return this.posted.map(({ fault, matched, applied }) => ({
      id: fault.id,
      target: fault.target,
      kind: fault.kind,
      path: fault.path.source,
      times: fault.times ?? null,
      matched,
      applied,
    }));
  }

  /** Uses up one time of a fault that is due for this request. */
  claim(target: FaultTarget, method: string, url: string): Fault | undefined {
    for (const entry of this.posted) {
      if (entry.fault.target !== target || !entry.fault.path.test(`${method} ${url}`)) continue;
      entry.matched += 1;
      if (entry.matched <= entry.fault.after) continue;
      if (entry.fault.times !== undefined && entry.applied >= entry.fault.times) continue;
      entry.applied += 1;
      return entry.fault;
    }
    return undefined;
  }
}
