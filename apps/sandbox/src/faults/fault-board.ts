import type { IncomingHttpHeaders } from 'node:http';
import { faultFromBody, type Fault, type FaultTarget } from './fault';

interface Posted {
  readonly fault: Fault;
  matched: number;
  applied: number;
  /** Called when the fault is cleared. */
  readonly release: (() => void)[];
}

/** The parts of a request that choose its fault. */
interface MatchedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** The active faults. A request triggers at most one, the first that was set and still has times left. */
export class FaultBoard {
  private posted: Posted[] = [];
  private nextId = 1;

  /** @throws Problem */
  set(body: unknown): Fault {
    const fault = faultFromBody(this.nextId, body);
    this.nextId += 1;
    this.posted.push({ fault, matched: 0, applied: 0, release: [] });
    return fault;
  }

  clear(id?: number): void {
    const isCleared = ({ fault }: Posted): boolean => id === undefined || fault.id === id;
    for (const { release } of this.posted.filter(isCleared)) for (const go of release) go();
    this.posted = this.posted.filter((entry) => !isCleared(entry));
  }

  /** Resolves once the fault is cleared. */
  cleared({ id }: Fault): Promise<void> {
    return new Promise((resolve) => {
      const entry = this.posted.find(({ fault }) => fault.id === id);
      if (entry) entry.release.push(resolve);
      else resolve();
    });
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
  claim(target: FaultTarget, request: MatchedRequest): Fault | undefined {
    for (const entry of this.posted) {
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
