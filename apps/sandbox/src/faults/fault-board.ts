import type { IncomingHttpHeaders } from 'node:http';
import { faultFromBody, type Fault, type FaultTarget } from './fault';

/** A fault that a test set and did not clear yet, with its counts. */
interface ActiveFault {
  readonly fault: Fault;
  /** Number of requests that matched the fault, including those that its `after` let pass. */
  matched: number;
  /** Number of requests to which the fault was applied. */
  applied: number;
  /** Callbacks for the moment in which the fault is cleared. */
  readonly onCleared: (() => void)[];
}

/** The parts of a request that choose its fault. */
interface MatchedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Holds the active faults and chooses the fault of each request. A request gets at most one fault. */
export class FaultBoard {
  private active: ActiveFault[] = [];
  private nextId = 1;

  /** Adds a fault from a request's body. @throws Problem if the body is invalid */
  set(body: unknown): Fault {
    const fault = faultFromBody(this.nextId, body);
    this.nextId += 1;
    this.active.push({ fault, matched: 0, applied: 0, onCleared: [] });
    return fault;
  }

  /** Ends the fault with this id, or every fault if there is no id. */
  clear(id?: number): void {
    const isCleared = ({ fault }: ActiveFault): boolean => id === undefined || fault.id === id;
    for (const { onCleared } of this.active.filter(isCleared)) for (const resolve of onCleared) resolve();
    this.active = this.active.filter((entry) => !isCleared(entry));
  }

  /** Waits until the fault is cleared. */
  cleared({ id }: Fault): Promise<void> {
    return new Promise((resolve) => {
      const entry = this.active.find(({ fault }) => fault.id === id);
      if (entry) entry.onCleared.push(resolve);
      else resolve();
    });
  }

  list(): readonly object[] {
    return this.active.map(({ fault, matched, applied }) => ({
      id: fault.id,
      target: fault.target,
      kind: fault.kind,
      path: fault.path.source,
      times: fault.times ?? null,
      matched,
      applied,
    }));
  }

  /**
   * Returns the fault for a request, and counts it as applied: the fault that was set first among those that match the
   * request, have let their first `after` requests pass, and were applied fewer than `times` times.
   */
  claim(target: FaultTarget, request: MatchedRequest): Fault | undefined {
    for (const entry of this.active) {
      const { fault } = entry;
      if (fault.target !== target || !concerns(fault, request)) continue;
      entry.matched += 1;
      if (entry.matched <= fault.after) continue;
      if (fault.times !== undefined && entry.applied >= fault.times) continue;
      entry.applied += 1;
      return fault;
    }
    return undefined;
  }
}

function concerns({ path, token }: Fault, { method, url, headers }: MatchedRequest): boolean {
  return (
    path.test(`${method} ${url}`) && (token === undefined || headers.authorization === `Bearer ${token}`)
  );
}
