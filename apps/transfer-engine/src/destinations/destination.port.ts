import { TransferContent } from '../transfers/transfer-content';

/**
 * What transfers need of a destination, whatever it is. A destination translates and makes requests; pacing,
 * retries, splitting and all state are the dispatcher's.
 *
 * unit    – what one bulk request writes to: a budget, a spreadsheet, a workspace
 * target  – what a transfer link points at, inside a unit: an account, a sheet
 * key     – ours, derived from link, destination and transaction: the destination refuses a second row of it
 * row     – a transaction at the destination, with the destination's own id
 *
 * Every method but `mapsToChange` makes exactly one request, gives one outcome for each row in the order of the
 * rows, and throws `DestinationFailure` where the request as a whole came to nothing.
 */
export interface Destination {
  readonly rowsMax: number;
  readonly requestsPerHour: number;
  create(unit: Unit, rows: readonly NewRow[]): Promise<RowOutcome[]>;
  update(unit: Unit, rows: readonly ChangedRow[]): Promise<RowOutcome[]>;
  delete(unit: Unit, destinationId: string): Promise<RowOutcome>;
  /** Rows dated `since` or later, deleted ones too where the destination still tells of them. */
  find(unit: Unit, since: string): Promise<FoundRow[]>;
  /** Whether the change shows at this destination at all; no request. */
  mapsToChange(row: ChangedRow): boolean;
}

/** A unit with what it takes to reach it. */
export interface Unit {
  readonly id: number;
  readonly connectionId: number;
  readonly externalId: string;
  readonly token: string;
}

export interface NewRow {
  readonly key: string;
  readonly targetExternalId: string;
  readonly content: TransferContent;
}

/** The groups of fields that a link may leave alone when a transaction books. */
export const BOOKED_FIELDS = ['status', 'payee', 'description', 'amount'] as const;
export type BookedField = (typeof BOOKED_FIELDS)[number];

export interface ChangedRow {
  readonly destinationId: string;
  /** What the destination holds; null where that is not known: then every field is sent. */
  readonly sent: TransferContent | null;
  readonly wanted: TransferContent;
  /** Not to be touched by this change. */
  readonly leave: ReadonlySet<BookedField>;
}

export interface FoundRow {
  readonly destinationId: string;
  readonly key: string | null;
  /** Locked: the user has reconciled it, so it must not be changed. */
  readonly state: 'present' | 'locked' | 'deleted';
}

export type RowOutcome =
  | { readonly kind: 'done'; readonly destinationId: string }
  /** The destination has taken a row of this key before. */
  | { readonly kind: 'duplicate' }
  /** There is no such row at the destination any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Right, but not today: a date that lies in the future where the destination is. */
  | { readonly kind: 'too-early' }
  /** The answer said nothing of this row. */
  | { readonly kind: 'unknown' };

/** Why a request as a whole came to nothing, or to nobody knows what. */
export type FailureDetail =
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  | { readonly kind: 'unauthorized'; readonly reason: string }
  /** The request never got there, or was turned away unread. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The destination may have done all, some or none of it. */
  | { readonly kind: 'outcome-unknown'; readonly reason: string }
  /** Nothing was done because of (at least) one row; `place` is its index, where the answer names it. */
  | { readonly kind: 'refused'; readonly reason: string; readonly place: number | null };

/** A typed failure of one request; its texts carry no tokens and no account identifiers. */
export class DestinationFailure extends Error {
  override readonly name = 'DestinationFailure';

  constructor(
    readonly detail: FailureDetail,
    options?: ErrorOptions,
  ) {
    super(`the destination's answer: ${detail.kind}`, options);
  }
}
