/** How long a lease holds without being renewed, by the database's clock. */
export const LEASE_MS = 60_000;

/** A POST must not begin so late that it could end after the lease. */
const MARGIN_MS = 20_000;

/**
 * The right to send for one endpoint. The database decides who has it; the local deadline, measured from
 * before the database was asked, keeps a process that was stopped for a while from sending when it wakes.
 */
export class Lease {
  private validUntilMs: number;

  constructor(
    readonly endpointId: number,
    readonly owner: string,
    /** Rises with every taking: what a former holder still writes is refused. */
    readonly fence: number,
    askedAtMs: number,
  ) {
    this.validUntilMs = askedAtMs + LEASE_MS;
  }

  /** Whether a POST may begin now. */
  mayPost(): boolean {
    return performance.now() < this.validUntilMs - MARGIN_MS;
  }

  /** @param askedAtMs `performance.now()` before the statement that renewed it. */
  renewed(askedAtMs: number): void {
    this.validUntilMs = Math.max(this.validUntilMs, askedAtMs + LEASE_MS);
  }
}

/** Another instance sends for this endpoint now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(endpointId: number) {
    super(`the lease of endpoint ${endpointId} went to another instance`);
  }
}
