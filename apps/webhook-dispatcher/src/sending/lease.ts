import { HeldLease, Moment } from '@tributary/jobs';
import { JOB_LEASE_MS } from '@tributary/service';

/** How long an endpoint waits for another instance after a crash. */
export const LEASE_MS = JOB_LEASE_MS;

/** The right to send for one endpoint. It is renewed while POSTs are under way. */
export class Lease extends HeldLease {
  constructor(endpointId: number, fence: number, beganAt: Moment, leaseMs = LEASE_MS) {
    super(endpointId, fence, leaseMs, beganAt);
  }

  get endpointId(): number {
    return this.id;
  }
}

/** Another instance sends for this endpoint now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(endpointId: number) {
    super(`the lease of endpoint ${endpointId} went to another instance`);
  }
}
