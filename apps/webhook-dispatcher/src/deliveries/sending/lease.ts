/** How long the lease of an endpoint is, and how much of it a POST may need. */
export interface LeaseTerms {
  /** Without being renewed, by the database's clock: the pause in sending after a crash. */
  readonly leaseMs: number;
  /** A POST must not begin so late that it could end after the lease. */
  readonly marginMs: number;
}

export const LEASE_TERMS: LeaseTerms = { leaseMs: 30_000, marginMs: 20_000 };

/**
 * The right to send for one endpoint. The database decides who has it. The local deadline, measured from before the
 * database's answer, keeps a process that was paused from sending when it wakes.
 */
export class Lease {
  private validUntilMs: number;

  constructor(
    readonly endpointId: number,
    /** Rises with every claim: the writes of a former holder are refused. */
    readonly fence: number,
    askedAtMs: number,
    readonly terms: LeaseTerms = LEASE_TERMS,
  ) {
    this.validUntilMs = askedAtMs + terms.leaseMs;
  }

  /** Whether a POST may begin now. */
  mayPost(): boolean {
    return performance.now() < this.validUntilMs - this.terms.marginMs;
  }

  /** Whether no other instance can have it yet. */
  holds(): boolean {
    return performance.now() < this.validUntilMs;
  }

  /** @param askedAtMs `performance.now()` before the statement that renewed it. */
  renewed(askedAtMs: number): void {
    this.validUntilMs = Math.max(this.validUntilMs, askedAtMs + this.terms.leaseMs);
  }
}

/** Another instance sends for this endpoint now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(endpointId: number) {
    super(`the lease of endpoint ${endpointId} went to another instance`);
  }
}
