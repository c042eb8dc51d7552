import { TransferContent } from './transfer-content';

/**
 * The port for sending transfers to a destination. A destination translates and makes requests; the dispatcher does
 * pacing, retries, splitting and all state. (Connecting and listing is the port `DestinationDirectory`.)
 *
 * - unit: the object that one bulk request writes to: a budget, a spreadsheet, a workspace
 * - target: the object inside a unit that a transfer link points at: an account, a sheet, a data source
 * - key: our identifier of a row, derived from link, destination and transaction; written with the row
 * - row: a transaction at the destination, with the destination's own id
 *
 * Every method that makes requests keeps these rules:
 * - It awaits `to.permit()` before each request, and passes on whatever that throws.
 * - One call makes at most one request that writes, as its last, so a failure before it has changed nothing. It may
 *   read as often as needed.
 * - It returns one outcome for each row, in the order of the rows, and throws `DestinationFailure` if the request as a
 *   whole failed. Its texts are shown to users: no tokens, no account identifiers.
 * - It ends by itself: each request has a timeout, the `requestTimeoutMs` of its connector's settings.
 *
 * Creating a destination loads and connects nothing; a heavy dependency (a native add-on) is loaded by the first call
 * that needs it.
 */
export interface Destination {
  readonly pace: Pace;
  /**
   * Whether `create` returns `duplicate` for a key that the target has, however old, and writes nothing for it.
   * Otherwise the dispatcher looks keys up with `find` before it repeats a create whose outcome is unknown.
   */
  readonly refusesKnownKeys: boolean;

  create(to: UnitAccess, rows: readonly NewRow[]): Promise<RowOutcome[]>;
  update(to: UnitAccess, rows: readonly ChangedRow[]): Promise<RowOutcome[]>;
  /** Returns `gone` for a row that does not exist (any more). */
  delete(to: UnitAccess, rows: readonly SentRow[]): Promise<RowOutcome[]>;
  /**
   * Returns the rows that match the search; more rows do no harm. Includes deleted rows if the destination lists them.
   */
  find(to: UnitAccess, search: Search): Promise<FoundRow[]>;

  /**
   * Returns a row of this content as `find` would show it; a row that differs was changed by the user. Makes no
   * request.
   * @throws UnmappableTransactionError
   */
  expected(content: TransferContent): HeldContent;
  /** Returns whether the change is visible at this destination. Makes no request. @throws UnmappableTransactionError */
  mapsToChange(row: ChangedRow): boolean;
  /** The outcome of a refusal that concerns this row only. Absent: the row is rejected. */
  refusedRow?(refusal: RowRefusal): RowOutcome;
  /**
   * Returns whether a row is certain to be refused for the same reason as another row of its request: `named` is the
   * row that the response names, null if it names none. Absent: no row is.
   */
  refusedAlike?(refusal: RowRefusal, named: TransferContent | null): boolean;

  /**
   * Writes an account's balance in the destination's way: as a separate row, or as an adjustment by the difference to
   * the target's balance. Writing the same snapshot again changes nothing. Absent: the destination cannot write
   * balances.
   */
  writeBalance?(to: UnitAccess, snapshot: BalanceSnapshot): Promise<RowOutcome>;
  /**
   * Replaces credentials that were refused (401); the dispatcher saves the new ones and repeats the request. Never
   * called twice at once for a connection. Absent: they cannot be renewed, and the user has to connect again.
   * @throws DestinationFailure
   */
  renew?(credentials: string): Promise<string>;
  /** Ends open connections and child processes, at shutdown. */
  close?(): Promise<void>;
}

/** A destination's limits of size and rate. */
export interface Pace {
  /** The most transfers that one turn of a unit sends; a turn should last minutes at most. */
  readonly rowsMax: number;
  /** Rows in one request (one call of the method). */
  readonly rowsPerRequest: { readonly create: number; readonly update: number; readonly delete: number };
  /** Rate limits; each applies to all units of a connection together. Empty: the destination has no limit. */
  readonly windows: readonly RequestWindow[];
}

/** A limit of requests in any span of this length. */
export interface RequestWindow {
  readonly requests: number;
  readonly windowMs: number;
}

/** A unit with its credentials. */
export interface Unit {
  readonly id: number;
  readonly connectionId: number;
  readonly externalId: string;
  /** Only the destination reads it: a token, or JSON in its own format. */
  readonly credentials: string;
}

/** A unit, with the permission to make requests there. */
export interface UnitAccess {
  readonly unit: Unit;
  /**
   * Called before each request: extends the lease and counts one request of the allowance (or waits a little for it).
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

/** A row that exists at the destination. */
export interface SentRow {
  readonly key: string;
  readonly targetExternalId: string;
  readonly destinationId: string;
}

/**
 * The groups of fields that a change may leave as they are at the destination, because the user changed them there, or,
 * except for the category, because the link says so for transactions that book. `status` includes the date.
 */
export const BOOKED_FIELDS = ['status', 'payee', 'description', 'amount', 'category'] as const;
export type BookedField = (typeof BOOKED_FIELDS)[number];

export interface ChangedRow extends SentRow {
  readonly transactionId: number;
  /** The content last sent; null if unknown, then every field is sent. */
  readonly sent: TransferContent | null;
  readonly wanted: TransferContent;
  /**
   * The groups that this change leaves unchanged, because the link says so or the user changed them at the destination.
   */
  readonly leave: ReadonlySet<BookedField>;
}

export interface Search {
  readonly targetExternalIds: readonly string[];
  /** Restricts the search to rows of this day or later; null: any date. */
  readonly since: string | null;
  /**
   * Restricts the search to these rows, by key or by the destination's id; null: all rows. A destination without such a
   * query returns all rows.
   */
  readonly only: { readonly keys: readonly string[]; readonly destinationIds: readonly string[] } | null;
}

export interface FoundRow {
  readonly destinationId: string;
  readonly targetExternalId: string;
  readonly key: string | null;
  /** `locked`: the user has reconciled the row, so it must not be changed. */
  readonly state: 'present' | 'locked' | 'deleted';
  readonly content: HeldContent;
}

/**
 * The content of a row at the destination, in our terms; null: the destination does not show the field, or it is not
 * compared.
 */
export interface HeldContent {
  readonly date: string | null;
  /** A decimal; outflow is negative. */
  readonly amount: string | null;
  readonly cleared: boolean | null;
  readonly payee: string | null;
  readonly description: string | null;
  /** The destination's id of its category; empty: it has none. Absent in contents of earlier releases: not compared. */
  readonly category?: string | null;
}

export interface BalanceSnapshot {
  /** Our key, derived from link, destination and snapshot; equal for the same snapshot. */
  readonly key: string;
  readonly targetExternalId: string;
  /** `YYYY-MM-DD` of the snapshot, in UTC. */
  readonly date: string;
  readonly currency: string;
  /** Decimals; `available` is null if the bank does not give it. */
  readonly cleared: string;
  readonly available: string | null;
  /** The text of the row, for destinations that show no currency; absent: none. */
  readonly memo?: string;
}

/** The reason for which a row was refused, and its content. */
export interface RowRefusal {
  readonly reason: string;
  /** Null for a balance. */
  readonly content: TransferContent | null;
  /** `YYYY-MM-DD` */
  readonly date: string | null;
}

export type RowOutcome =
  | {
      readonly kind: 'done';
      readonly destinationId: string;
      /**
       * How the row differs from the transaction, for the user: the destination would have refused the unchanged
       * transaction.
       */
      readonly note?: string;
    }
  /** The destination has already accepted a row of this key. */
  | { readonly kind: 'duplicate' }
  /** The row does not exist at the destination any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** The row is valid, but not today: its date is in the future where the destination is. */
  | { readonly kind: 'too-early' }
  /** The response does not mention this row. */
  | { readonly kind: 'unknown' };

/** The reason why a request as a whole failed or has an unknown result. */
export type FailureDetail =
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /**
   * `renewable: false`: the destination recognizes the credentials but forbids the request, so new credentials do not
   * help.
   */
  | { readonly kind: 'unauthorized'; readonly reason: string; readonly renewable?: false }
  /** The request was not sent, or the destination refused it without processing it. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The destination may have applied all, some or none of the request. */
  | { readonly kind: 'outcome-unknown'; readonly reason: string }
  /**
   * The unit or the target no longer exists (deleted, or no longer shared), or accepts no row at all (full, protected).
   * Nothing was written.
   */
  | { readonly kind: 'target-gone'; readonly reason: string }
  /** Nothing was written because of at least one row; `place` is its index, if the response names it. */
  | { readonly kind: 'refused'; readonly reason: string; readonly place: number | null };

/** Returns whether the request was refused for credentials that may have expired. */
export function isRenewable(detail: FailureDetail): boolean {
  return detail.kind === 'unauthorized' && detail.renewable !== false;
}

/** A typed failure of one request; its texts contain no tokens and no account identifiers. */
export class DestinationFailure extends Error {
  override readonly name = 'DestinationFailure';

  constructor(
    readonly detail: FailureDetail,
    options?: ErrorOptions,
  ) {
    super(`the destination's answer: ${detail.kind}`, options);
  }
}

/** The destination cannot represent the transaction; the message is for the user. */
export class UnmappableTransactionError extends Error {
  override readonly name = 'UnmappableTransactionError';
}
