import {
  AccountCategory,
  BalanceDocument,
  HoldingDocument,
  InstitutionDocument,
  Money,
  Provider,
  TransactionDocument,
} from '@tributary/contracts';
import { Moments } from './mapping/time-zones';

/** Resources with a daily allowance, each counted separately. */
export const METERED_RESOURCES = ['details', 'balances', 'holdings', 'transactions'] as const;
export type MeteredResource = (typeof METERED_RESOURCES)[number];

/**
 * The two ways to read a provider's transactions. `window`: by days, newest first; a window may have several pages.
 * `cursor`: all changes since a mark, with removals; the first reading returns the whole history.
 */
export type ReadingStyle = 'window' | 'cursor';

/** A provider's abilities as data. The sync engine depends on these, never on the provider's name. */
export interface ProviderCapabilities {
  readonly style: ReadingStyle;
  /** Longest window of one request, in days; null if the provider has no windows. */
  readonly maxWindowDays: number | null;
  readonly pendingTransactions: boolean;
  /** True if a booked entry names its pending entry. */
  readonly linksPendingToBooked: boolean;
  readonly balances: boolean;
  /** True if positions of accounts with category INVESTMENT can be read. */
  readonly holdings: boolean;
  readonly reauthorization: boolean;
  /** Daily calls for each account and resource, assumed if the provider does not report its limit. */
  readonly dailyCallsAssumed: number;
  readonly metered: readonly MeteredResource[];
  /** True if each further page costs the allowance as much as the first. */
  readonly pagesMetered: boolean;
  /** True if responses report the remaining allowance. Otherwise the service counts calls itself, before each call. */
  readonly reportsAllowance: boolean;
  /** True if calls that name a present user cost no allowance. */
  readonly attendedCallsFree: boolean;
}

/** A range of days, both inclusive. If `to` is null, it ends now and includes entries with later dates. */
export interface DateWindow {
  readonly from: string;
  readonly to: string | null;
}

/** The account's daily allowance as a response reported it. */
export interface AllowanceReading {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** The result of a call that cost one unit of the allowance. */
export interface Metered<T> {
  readonly value: T;
  /** Null if the response did not report it. */
  readonly allowance: AllowanceReading | null;
  /** Number of parts of the response that could not be read and are not in `value`; absent means none. */
  readonly unread?: number;
}

/** A consent as its provider knows it. */
export interface ConsentReference {
  /** Identifies the consent; it gives no access without our credentials. */
  readonly consentId: string;
  /** The user's own secret, if the provider issues one in addition to our credentials. Store it encrypted only. */
  readonly secret: string | null;
  /** The owner, if known: limits on reading servers count for each user. */
  readonly userId?: number;
}

/** The query parameters of the redirect that brings the user back from the institution's page. */
export type ConsentCallback = Readonly<Record<string, string>>;

export interface ConsentRequest {
  readonly institutionExternalId: string;
  /** Unguessable; the provider returns it in the redirect, under its own name (`ref`, `state`). */
  readonly state: string;
  /** The consent that this one replaces; null if it is not a renewal. */
  readonly renews: ConsentReference | null;
  readonly redirectUrl: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
}

export interface CreatedConsent {
  readonly consent: ConsentReference;
  /** The page where the user gives consent. */
  readonly link: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
}

/** The status of a consent. */
export type ConsentState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'given';
      /** The reference of the consent from now on. */
      readonly consent: ConsentReference;
      readonly accountIds: readonly string[];
      /** End of the consent; null if it does not expire. */
      readonly expiresAt: Date | null;
      readonly maxHistoricalDays: number;
      readonly accessValidForDays: number;
    };

/** Data about a present user that some institutions require; calls with it cost no allowance there. */
export interface PresentUser {
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly referer?: string;
  readonly accept?: string;
  readonly acceptCharset?: string;
  readonly acceptEncoding?: string;
  readonly acceptLanguage?: string;
  /** `GEO:52.506931;13.144558` */
  readonly geoLocation?: string;
}

/** An account, and the consent that gives access to it. */
export interface AccountAccess {
  readonly accountExternalId: string;
  readonly consent: ConsentReference;
  /** Null if no user waits for the result. Never invent this data. */
  readonly user: PresentUser | null;
  /** Call this before each request after the first. It throws if another instance may have claimed the account. */
  readonly permit?: () => Promise<void>;
}

/** A provider's data about an account; a member is null if the provider does not report it. */
export interface AccountProfile {
  /** Identifies the account across consents: the institution's id of the account, or a digest that the provider computes. */
  readonly resource_id: string | null;
  /** The id by which the institution's own customers and software know the account. */
  readonly institution_id: string | null;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly scan: string | null;
  readonly bic: string | null;
  readonly msisdn: string | null;
  readonly account_number_masked: string | null;
  readonly currency: string | null;
  readonly owner_name: string | null;
  readonly owner_address: string | null;
  readonly name: string | null;
  readonly display_name: string | null;
  readonly product_name: string | null;
  readonly cash_account_type: string | null;
  readonly account_usage: string | null;
  readonly linked_accounts: string | null;
  readonly details: string | null;
  /** The broker's own name for the kind of account. */
  readonly account_category: AccountCategory | null;
  /** JSON text of the provider's members for which the document has no field. */
  readonly raw_type: string | null;
  /** JSON text of the provider's members for which the document has no field. */
  readonly meta: string | null;
}

/** Identifies the position within its account from one reading to the next. */
export interface ProviderHolding {
  /** Identifies the position within its account from one reading to the next. */
  readonly key: string;
  readonly document: HoldingDocument;
}

/** Positions and total value of an investment account. */
export interface HoldingsReading {
  /** All positions; null if the broker does not show them, which differs from an empty list. */
  readonly holdings: readonly ProviderHolding[] | null;
  /** Total value of cash and positions as the broker reports it. */
  readonly totalBalance: Money | null;
}

/** A transaction as read from a provider, before the account's own field mapping. */
export interface ProviderTransaction {
  readonly booked: boolean;
  readonly document: Omit<TransactionDocument, 'mapped_fields'>;
  /** Fields whose days come from UTC timestamps; the account's time zone may change these days. */
  readonly moments?: Moments;
  /** The provider's own id, unique within the account. */
  readonly strongId: string | null;
  /** The institution's id, which some institutions repeat or change. */
  readonly weakId: string | null;
  /** The strong id of the pending entry that this booked entry replaces, if the provider links them. */
  readonly pendingStrongId: string | null;
  /** JSON text of the row as the provider sent it. */
  readonly rawJson: string;
}

/** A rejected row. The reason never repeats data of the row. */
export interface RejectedRow {
  readonly providerTransactionId: string | null;
  readonly reason: string;
  readonly rawJson: string;
  /** The day of the row, if it can be read. */
  readonly day: string | null;
  /**
   * Whether the provider's list with the row was the booked one, where the row itself has no status; absent means
   * booked.
   */
  readonly booked?: boolean;
}

/** A provider's notice about an account; `text` is for the account's user. */
export interface AccountNotice {
  /**
   * `advice`: information only. `failed`: the rows may be out of date, and a later sync may succeed. `action`: no new
   * rows arrive until the user acts.
   */
  readonly kind: 'advice' | 'failed' | 'action';
  readonly text: string;
}

/** The result of one request for transactions, in both reading styles. */
export interface TransactionBatch {
  readonly upserts: readonly ProviderTransaction[];
  /**
   * Strong ids of removed entries. Removals are applied after the upserts of the same batch, so that a booked entry can
   * first take over the row of the pending entry that it names.
   */
  readonly removals: readonly string[];
  readonly rejected: readonly RejectedRow[];
  /**
   * The days that the batch covers. A missing entry counts as gone only if the batch is complete. In cursor style it is
   * complete once the provider has loaded the whole history.
   */
  readonly coverage: DateWindow & {
    readonly includesPending: boolean;
    readonly complete: boolean;
    /** False if rows may be missing, apart from rows that could not be read. */
    readonly listsAll?: boolean;
  };
  /**
   * Window style: the cursor of the window's next page, null after the last. Cursor style: the mark for the next
   * request, always present.
   */
  readonly nextCursor: string | null;
  /** True if another page can be requested immediately. */
  readonly hasMore: boolean;
  /** Shown in the account's health; the rows of the batch are stored as well. */
  readonly notice?: AccountNotice | null;
}

export interface TransactionRequest {
  /** In cursor style, the days that the sync needs; a provider may return more. */
  readonly window: DateWindow;
  /** Null for the first page of a window, and for the first request in cursor style. */
  readonly cursor: string | null;
  readonly includePending: boolean;
  /** Used if a row does not state its currency. */
  readonly accountCurrency: string | null;
  readonly accountCategory: AccountCategory;
}

/** A provider's row as it was stored, with the data needed to read it again. */
export interface StoredRow {
  /** JSON text; the order of members may differ from the provider's. */
  readonly rawJson: string;
  /** Whether the provider's list with the row was the booked one, where the row itself has no status. */
  readonly booked: boolean;
  readonly accountCurrency: string | null;
  readonly accountCategory: AccountCategory;
}

/**
 * A source of accounts. Every method may throw ProviderError. No method retries by itself, except after an access token
 * that expired early.
 */
export interface AccountProvider {
  readonly provider: Provider;
  readonly capabilities: ProviderCapabilities;
  /** Lists all institutions, or those of one country (ISO 3166, two letters). */
  listInstitutions(country: string | null): Promise<readonly InstitutionDocument[]>;
  readInstitution(externalId: string): Promise<InstitutionDocument>;
  createConsent(request: ConsentRequest): Promise<CreatedConsent>;
  /**
   * Present if users bring a setup token instead of consenting on a page. Exchanges the token, which works once, for
   * the secret of the consent. Store the result at once, because it cannot be requested again.
   * @throws SetupTokenRefused
   */
  claimAccess?(setupToken: string): Promise<string>;
  /** @param callback given if the user has just returned; some providers need it, once, to finish the setup */
  readConsent(consent: ConsentReference, callback: ConsentCallback | null): Promise<ConsentState>;
  /** Ends the consent at the provider. A consent that has already ended is not an error. */
  revokeConsent(consent: ConsentReference): Promise<void>;
  /** Costs no allowance. */
  readAccount(access: AccountAccess): Promise<AccountProfile>;
  readDetails(access: AccountAccess): Promise<Metered<AccountProfile>>;
  fetchBalances(access: AccountAccess): Promise<Metered<readonly BalanceDocument[]>>;
  /** Reads the holdings. Present if the capabilities have holdings; called for accounts of category INVESTMENT. */
  fetchHoldings?(access: AccountAccess): Promise<Metered<HoldingsReading>>;
  fetchTransactions(access: AccountAccess, request: TransactionRequest): Promise<Metered<TransactionBatch>>;
  /**
   * Maps a stored row again, without a call. Returns null for rows that are not transactions.
   * @throws RowRefused
   */
  readStored(row: StoredRow): ProviderTransaction | null;
  close(): Promise<void>;
}
