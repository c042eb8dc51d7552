import { VersionedCredentials } from '../../destinations/renew-credentials';
import {
  Destination,
  DestinationFailure,
  FailureDetail,
  isRenewable,
  RowOutcome,
  RowRefusal,
  UnitAccess,
  Unit,
} from '../../destinations/destination.port';
import { TransferContent } from '../../destinations/transfer-content';
import { Outcome } from './attempt-result';
import { PostponedError } from './unit-claims';

export interface SendingOptions {
  readonly destination: Destination;
  readonly unit: Unit;
  /** Asked before each request. @throws LeaseLostError, PostponedError */
  readonly permit: () => Promise<void>;
  /** Called after each answer. */
  readonly answered: () => void;
  /** New credentials for those that were refused. @throws DestinationFailure */
  readonly renew: () => Promise<VersionedCredentials>;
}

/** One unit's turn: makes requests there, once more with new credentials where the old ones are refused. */
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
      return this.attempt(make); // it was refused unread, so it is the first of its kind
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

/** Whatever became of the request for new credentials: no row was sent with it. */
function asNothingSent(failure: DestinationFailure): DestinationFailure {
  const { detail } = failure;
  if (detail.kind === 'unauthorized' || detail.kind === 'rate-limited') return failure;
  return new DestinationFailure({ kind: 'unavailable', reason: detail.reason }, { cause: failure });
}

type FailedOutcome = Extract<Outcome, { readonly kind: 'postponed' | 'rejected' | 'failed' }>;

/** What a request that failed comes to for each of its rows. @throws what is no failure of a destination */
export function failedOutcome(error: unknown): FailedOutcome {
  if (error instanceof PostponedError) return { kind: 'postponed' };
  if (!(error instanceof DestinationFailure)) throw error;
  const { detail } = error;
  if (detail.kind !== 'refused') return { kind: 'failed', failure: detail };
  return { kind: 'rejected', reason: detail.reason };
}

/** Whether more requests of the same turn have no better prospect. */
export function endsTurn(outcome: Outcome): boolean {
  if (outcome.kind === 'postponed') return true;
  return outcome.kind === 'failed' && !CONCERNS_ITS_ROWS_ALONE.includes(outcome.failure.kind);
}

const CONCERNS_ITS_ROWS_ALONE: readonly FailureDetail['kind'][] = ['target-gone', 'refused'];
