import { TransferContent } from './transfer-content';

/**
 * What transfers need of a destination, whatever it is. A destination translates and makes requests; pacing,
 * retries, splitting and all state are the dispatcher's. (Connecting, and listing units and targets, is a port of
 * its own: `DestinationDirectory`.)
 *
 * unit    – what one bulk request writes to: a budget, a spreadsheet, a workspace
 * target  – what a transfer link points at, inside a unit: an account, a sheet, a data source
 * key     – ours, derived from link, destination and transaction; written with the row
 * row     – a transaction at the destination, with the destination's own id
 *
 * What holds for every method that makes requests:
 * - It awaits `to.permit()` before each request, and passes on whatever that throws.
 * - One call makes at most one request that writes, as its last: what it throws before has changed nothing. It may read as
 *   often as it needs to.
 * - It gives one outcome for each row, in the order of the rows, and throws `DestinationFailure` where the request as a
 *   whole came to nothing. Its texts are shown to users: no tokens, no account identifiers.
 * - It ends by itself: each request has a timeout, the `requestTimeoutMs` of its connector's settings.
 *
 * Making a destination loads nothing and connects to nothing: what is heavy (a native add-on) is loaded by the first
 * call that needs it.
 */
export interface Destination {
  readonly pace: Pace;
  /**
   * Whether `create` answers `duplicate` for a key that the target has, however old, and writes nothing for it. Where
   * it does not, the dispatcher looks keys up with `find` before it repeats a create whose outcome is not known.
   */
  readonly refusesKnownKeys: boolean;

  create(to: UnitAccess, rows: readonly NewRow[]): Promise<RowOutcome[]>;
  update(to: UnitAccess, rows: readonly ChangedRow[]): Promise<RowOutcome[]>;
  /** `gone` if there is no such row (any more). */
  delete(to: UnitAccess, rows: readonly SentRow[]): Promise<RowOutcome[]>;
  /** The rows that the search is about; more of them do no harm. Deleted ones too where the destination still lists them. */
  find(to: UnitAccess, search: Search): Promise<FoundRow[]>;

  /**
   * What a row of this content looks like when it is found again. No request. A row that looks otherwise was changed by
   * the user.
   * @throws UnmappableTransactionError
   */
  expected(content: TransferContent): HeldContent;
  /** Whether the change shows at this destination at all; no request. @throws UnmappableTransactionError */
  mapsToChange(row: ChangedRow): boolean;
  /** The outcome of a single row that was refused for itself. Absent: it is rejected. */
  refusedRow?(refusal: RowRefusal): RowOutcome;
  /**
   * Whether a row is certain to be refused for the same reason as another of its request: `named` is the row that the
   * answer names, null where it names none. Absent: none is.
   */
  refusedAlike?(refusal: RowRefusal, named: TransferContent | null): boolean;

  /**
   * Writes an account's balance, in the destination's way: a separate row, or an adjustment by the difference to the
   * target's balance. Writing the same snapshot again changes nothing. Absent: the destination cannot.
   */
  writeBalance?(to: UnitAccess, snapshot: BalanceSnapshot): Promise<RowOutcome>;
  /**
   * New credentials for those that were refused (401); the dispatcher saves them and repeats the request. Never called
   * twice at once for a connection. Absent: they cannot be renewed, and the user has to connect again.
   * @throws DestinationFailure
   */
  renew?(credentials: string): Promise<string>;
  /** Ends open connections and child processes, at shutdown. */
  close?(): Promise<void>;
}

/** A destination's limits of size and rate. */
export interface Pace {
  /** Transfers that one turn of a unit carries at most; a turn should last minutes at the longest. */
  readonly rowsMax: number;
  /** Rows in one request (one call of the method). */
  readonly rowsPerRequest: { readonly create: number; readonly update: number; readonly delete: number };
  /** Each of them holds for all units of a connection together; none: the destination does not count. */
  readonly windows: readonly RequestWindow[];
}

/** So many requests in any span of this length. */
export interface RequestWindow {
  readonly requests: number;
  readonly windowMs: number;
}

/** A unit with its credentials. */
export interface Unit {
  readonly id: number;
  readonly connectionId: number;
  readonly externalId: string;
  /** Opaque to all but the destination: a token, or JSON of its own making. */
  readonly credentials: string;
}

/** A unit, and the leave to make requests there. */
export interface UnitAccess {
  readonly unit: Unit;
  /**
   * Called before each request: prolongs the lease, and counts one request of the allowance (or waits a little for it).
   * @throws LeaseLostError, PostponedError
   */
  readonly permit: () => Promise<void>;
}

export interface NewRow {
  readonly key: string;
  readonly targetExternalId: string;
  readonly transactionId: number;
  readonly content: TransferContent;
}

/** A row that is at the destination already. */
export interface SentRow {
  readonly key: string;
  readonly targetExternalId: string;
  readonly destinationId: string;
}

/** The groups of fields that a link may leave alone when a transaction books. `status` is the date, too. */
export const BOOKED_FIELDS = ['status', 'payee', 'description', 'amount'] as const;
export type BookedField = (typeof BOOKED_FIELDS)[number];

export interface ChangedRow extends SentRow {
  readonly transactionId: number;
  /** What the destination holds; null where that is not known: then every field is sent. */
  readonly sent: TransferContent | null;
  readonly wanted: TransferContent;
  /** Not to be touched by this change: the link says so, or the user has changed them there. */
  readonly leave: ReadonlySet<BookedField>;
}

export interface Search {
  readonly targetExternalIds: readonly string[];
  /** Rows dated this day or later; null: of any date. */
  readonly since: string | null;
  /**
   * Only these rows are requested, by key or by the destination's id; null: all. A destination without such a query
   * returns all.
   */
  readonly only: { readonly keys: readonly string[]; readonly destinationIds: readonly string[] } | null;
}

export interface FoundRow {
  readonly destinationId: string;
  readonly targetExternalId: string;
  readonly key: string | null;
  /** Locked: the user has reconciled it, so it must not be changed. */
  readonly state: 'present' | 'locked' | 'deleted';
  readonly content: HeldContent;
}

/** A row as the destination shows it, in our terms; null: it does not say, or it is not to be compared. */
export interface HeldContent {
  readonly date: string | null;
  /** A decimal; outflow is negative. */
  readonly amount: string | null;
  readonly cleared: boolean | null;
  readonly payee: string | null;
  readonly description: string | null;
}

export interface BalanceSnapshot {
  /** Ours, derived from link, destination and snapshot: the same for the same snapshot. */
  readonly key: string;
  readonly targetExternalId: string;
  /** `YYYY-MM-DD` of the snapshot, in UTC. */
  readonly date: string;
  readonly currency: string;
  /** Decimals; null where the bank does not say. */
  readonly cleared: string;
  readonly available: string | null;
  /** What a row of the balance is to say, where destinations show no currency of their own; absent: nothing. */
  readonly memo?: string;
}

/** Why a row was refused, and what it was sent with. */
export interface RowRefusal {
  readonly reason: string;
  /** Null of a balance. */
  readonly content: TransferContent | null;
  /** `YYYY-MM-DD` */
  readonly date: string | null;
}

export type RowOutcome =
  | {
      readonly kind: 'done';
      readonly destinationId: string;
      /** How the row differs from the transaction, for the user: the destination would have refused it as it is. */
      readonly note?: string;
    }
  /** The destination has already accepted a row of this key. */
  | { readonly kind: 'duplicate' }
  /** There is no such row at the destination any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Right, but not today: a date that lies in the future where the destination is. */
  | { readonly kind: 'too-early' }
  /** The answer does not mention this row. */
  | { readonly kind: 'unknown' };

/** Why a request as a whole failed, or has an unknown result. */
export type FailureDetail =
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /** `renewable: false`: the destination knows the access and does not permit it, so new credentials do not help. */
  | { readonly kind: 'unauthorized'; readonly reason: string; readonly renewable?: false }
  /** The request was not sent, or was refused unread. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The destination may have done all, some or none of it. */
  | { readonly kind: 'outcome-unknown'; readonly reason: string }
  /**
   * The unit or the target no longer exists (deleted, or no longer shared with us), or accepts no row whatever it holds
   * (full, protected): nothing was done.
   */
  | { readonly kind: 'target-gone'; readonly reason: string }
  /** Nothing was done because of (at least) one row; `place` is its index, where the answer names it. */
  | { readonly kind: 'refused'; readonly reason: string; readonly place: number | null };

/** Whether the request was refused for credentials that may have run out. */
export function isRenewable(detail: FailureDetail): boolean {
  return detail.kind === 'unauthorized' && detail.renewable !== false;
}

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

/** A transaction that a destination cannot hold; the message is for the user. */
export class UnmappableTransactionError extends Error {
  override readonly name = 'UnmappableTransactionError';
}
