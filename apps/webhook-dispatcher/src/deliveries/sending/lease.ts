/** How long the right to send for an endpoint holds, and how much of it a POST may need. */
export interface LeaseTerms {
  /** Without being renewed, by the database's clock: the pause in sending after a crash. */
  readonly leaseMs: number;
  /** A POST must not begin so late that it could end after the lease. */
  readonly marginMs: number;
}

export const LEASE_TERMS: LeaseTerms = { leaseMs: 30_000, marginMs: 20_000 };

/**
 * The right to send for one endpoint. The database decides who has it; the local deadline, measured from
 * before the database was asked, keeps a process that was stopped for a while from sending when it wakes.
 */
export class Lease {
  private validUntilMs: number;

  constructor(
    readonly endpointId: number,
    /** Rises with every claim: what a former holder still writes is refused. */
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

  /** Whether nobody else can have it yet. */
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
