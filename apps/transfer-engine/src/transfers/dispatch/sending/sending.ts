import { VersionedCredentials } from '../../../destinations/connections/renew-credentials';
import {
  Destination,
  DestinationFailure,
  FailureDetail,
  isRenewable,
  RowOutcome,
  RowRefusal,
  UnitAccess,
  Unit,
} from '../../../destinations/destination.port';
import { TransferContent } from '../../../destinations/transfer-content';
import { Outcome } from '../attempt-result';
import { PostponedError } from '../units/unit-claims';

export interface SendingOptions {
  readonly destination: Destination;
  readonly unit: Unit;
  /** Called before each request. @throws LeaseLostError, PostponedError */
  readonly permit: () => Promise<void>;
  /** Called after each successful request. */
  readonly answered: () => void;
  /** Renews refused credentials. @throws DestinationFailure */
  readonly renew: () => Promise<VersionedCredentials>;
}

/** One unit's turn. A request whose credentials are refused is repeated once with renewed ones. */
export class Sending {
  private access: UnitAccess;
  private hasRenewed = false;

  constructor(private readonly options: SendingOptions) {
    this.access = { unit: options.unit, permit: options.permit };
  }

  get destination(): Destination {
    return this.options.destination;
  }

  refusedRow(refusal: RowRefusal): RowOutcome {
    return this.destination.refusedRow?.(refusal) ?? { kind: 'rejected', reason: refusal.reason };
  }

  refusedAlike(refusal: RowRefusal, named: TransferContent | null): boolean {
    return this.destination.refusedAlike?.(refusal, named) ?? false;
  }

  /** @throws DestinationFailure, LeaseLostError, PostponedError */
  async request<T>(make: (to: UnitAccess) => Promise<T>): Promise<T> {
    try {
      return await this.attempt(make);
    } catch (error) {
      if (!isRefusal(error) || !this.destination.renew || this.hasRenewed) throw error;
      await this.renew();
      return this.attempt(make); // the first attempt was refused unprocessed, so nothing is written twice
    }
  }

  private async attempt<T>(make: (to: UnitAccess) => Promise<T>): Promise<T> {
    const answer = await make(this.access);
    this.options.answered();
    return answer;
  }

  private async renew(): Promise<void> {
    this.hasRenewed = true;
    try {
      const { credentials } = await this.options.renew();
      this.access = { ...this.access, unit: { ...this.access.unit, credentials } };
    } catch (error) {
      throw error instanceof DestinationFailure ? asNothingSent(error) : error;
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof DestinationFailure && isRenewable(error.detail);
}

/** A failed renewal never has an unknown outcome, because it writes no row. */
function asNothingSent(failure: DestinationFailure): DestinationFailure {
  const { detail } = failure;
  if (detail.kind === 'unauthorized' || detail.kind === 'rate-limited') return failure;
  return new DestinationFailure({ kind: 'unavailable', reason: detail.reason }, { cause: failure });
}

type FailedOutcome = Extract<Outcome, { readonly kind: 'postponed' | 'rejected' | 'failed' }>;

/** The outcome of a failed request for each of its rows. @throws any other error unchanged */
export function failedOutcome(error: unknown): FailedOutcome {
  if (error instanceof PostponedError) return { kind: 'postponed' };
  if (!(error instanceof DestinationFailure)) throw error;
  const { detail } = error;
  if (detail.kind !== 'refused') return { kind: 'failed', failure: detail };
  return { kind: 'rejected', reason: detail.reason };
}

/** Returns whether further requests of this turn would fail too. */
export function endsTurn(outcome: Outcome): boolean {
  if (outcome.kind === 'postponed') return true;
  return outcome.kind === 'failed' && !CONCERNS_ITS_ROWS_ALONE.includes(outcome.failure.kind);
}

const CONCERNS_ITS_ROWS_ALONE: readonly FailureDetail['kind'][] = ['target-gone', 'refused'];
