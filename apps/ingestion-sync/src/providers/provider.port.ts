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

/** What a daily allowance is counted for, each by itself. */
export const METERED_RESOURCES = ['details', 'balances', 'holdings', 'transactions'] as const;
export type MeteredResource = (typeof METERED_RESOURCES)[number];

/**
 * How transactions are read. `window`: by days, newest first; a window may have several pages. `cursor`: all changes
 * since a mark, with removals; the first time, everything.
 */
export type ReadingStyle = 'window' | 'cursor';

/** A provider's abilities as data: the engine depends on these, never on which provider it is. */
export interface ProviderCapabilities {
  readonly style: ReadingStyle;
  /** Longest window of one request, in days; null where the style knows no windows. */
  readonly maxWindowDays: number | null;
  readonly pendingTransactions: boolean;
  /** A booked entry names the pending one that it came from. */
  readonly linksPendingToBooked: boolean;
  readonly balances: boolean;
  /** Whether accounts of category INVESTMENT have positions that can be read. */
  readonly holdings: boolean;
  readonly reauthorization: boolean;
  /** Calls a day for each account and resource where the provider does not say. */
  readonly dailyCallsAssumed: number;
  readonly metered: readonly MeteredResource[];
  /** Whether each further page of an answer costs the allowance like the first. */
  readonly pagesMetered: boolean;
  /** Whether answers say what is left of the allowance; else we count for ourselves, and before the call. */
  readonly reportsAllowance: boolean;
  /** Whether calls that name a user who is present cost no allowance. */
  readonly attendedCallsFree: boolean;
}

/** Days, both inclusive; `to` null means everything up to now, and what is dated later. */
export interface DateWindow {
  readonly from: string;
  readonly to: string | null;
}

/** What an answer said of the account's daily allowance. */
export interface AllowanceReading {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** An answer that cost one call of the allowance. */
export interface Metered<T> {
  readonly value: T;
  /** Null if the answer did not report it. */
  readonly allowance: AllowanceReading | null;
  /** How many parts of the answer could not be read and are not in `value`; absent: none. */
  readonly unread?: number;
}

/** A consent as its provider knows it. */
export interface ConsentReference {
  /** Useless without our credentials. */
  readonly consentId: string;
  /** What opens it besides them, where a provider gives such a thing to each user; sealed wherever it is kept. */
  readonly secret: string | null;
  /** Whose it is, where it is known: users share what reading their servers takes. */
  readonly userId?: number;
}

/** The query of the redirect with which the institution's page sent the user back. */
export type ConsentCallback = Readonly<Record<string, string>>;

export interface ConsentRequest {
  readonly institutionExternalId: string;
  /** Unguessable; the provider hands it back in the redirect, under its own name (`ref`, `state`). */
  readonly state: string;
  /** The consent that this one replaces, if the user renews it. */
  readonly renews: ConsentReference | null;
  readonly redirectUrl: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
}

export interface CreatedConsent {
  readonly consent: ConsentReference;
  /** Where the user gives consent. */
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
      /** What the consent is known by from now on. */
      readonly consent: ConsentReference;
      readonly accountIds: readonly string[];
      /** Null where it does not end by itself. */
      readonly expiresAt: Date | null;
      readonly maxHistoricalDays: number;
      readonly accessValidForDays: number;
    };

/** What some institutions want to know of a user who is present; such calls cost no allowance there. */
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

/** An account and what opens it. */
export interface AccountAccess {
  readonly accountExternalId: string;
  readonly consent: ConsentReference;
  /** Null if no user waits for the answer. Never invented. */
  readonly user: PresentUser | null;
  /** To be called before each request of a call beyond its first. Throws where the account may be another instance's by now. */
  readonly permit?: () => Promise<void>;
}

/** A provider's data of an account; null if it reports none. */
export interface AccountProfile {
  /** What stays the same over consents: the institution's id of the account, or a digest of the provider's. */
  readonly resource_id: string | null;
  /** The id that the institution's own customers and programs know it by. */
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
  /** Null where the provider knows bank accounts only. */
  readonly account_category: AccountCategory | null;
  /** The broker's own name for the kind of account. */
  readonly raw_type: string | null;
  /** JSON text of what has no field of its own. */
  readonly meta: string | null;
}

/** One position of an account. */
export interface ProviderHolding {
  /** What the position goes by in its account, from one reading to the next. */
  readonly key: string;
  readonly document: HoldingDocument;
}

/** What an investment account holds and is worth. */
export interface HoldingsReading {
  /** All positions; null where the broker does not show them, which is not the same as having none. */
  readonly holdings: readonly ProviderHolding[] | null;
  /** What the broker says that cash and positions are worth together. */
  readonly totalBalance: Money | null;
}

/** A transaction as read from a provider, before the account's own mapping of friendly fields. */
export interface ProviderTransaction {
  readonly booked: boolean;
  readonly document: Omit<TransactionDocument, 'mapped_fields'>;
  /** Which of its days are UTC's of a moment: the account's time zone may have others. */
  readonly moments?: Moments;
  /** The provider's own id, unique within the account. */
  readonly strongId: string | null;
  /** The institution's id, which some institutions repeat or change. */
  readonly weakId: string | null;
  /** The strong id of the pending entry that this one came from, where the provider links them. */
  readonly pendingStrongId: string | null;
  /** JSON text of what the provider sent. */
  readonly rawJson: string;
}

/** A rejected row, and the reason, which never repeats the row. */
export interface RejectedRow {
  readonly providerTransactionId: string | null;
  readonly reason: string;
  readonly rawJson: string;
  /** The day of the row, as far as it can be read. */
  readonly day: string | null;
  /** In which of the provider's lists it was, where it does not say so itself; absent: among the booked. */
  readonly booked?: boolean;
}

/** What a provider says of an account beside its rows; `text` is for the account's user. */
export interface AccountNotice {
  /**
   * `advice`: worth reading. `failed`: the rows may be old, and a later answer may be better. `action`: no new rows come
   * before the user acts.
   */
  readonly kind: 'advice' | 'failed' | 'action';
  readonly text: string;
}

/** What one request for transactions gave, in both styles. */
export interface TransactionBatch {
  readonly upserts: readonly ProviderTransaction[];
  /**
   * Strong ids that the provider reports as removed. They are applied after the upserts of the same batch, so that a
   * booked entry takes over from the pending one that it names.
   */
  readonly removals: readonly string[];
  readonly rejected: readonly RejectedRow[];
  /**
   * What the answer covers; absence means something only where it is complete. In cursor style it is complete once
   * the provider has all the history that it will have.
   */
  readonly coverage: DateWindow & {
    readonly includesPending: boolean;
    readonly complete: boolean;
    /** False where rows may be missing, apart from those that could not be read. */
    readonly listsAll?: boolean;
  };
  /**
   * Window style: the cursor of the window's next page, null after the last. Cursor style: the mark of the next
   * request, always present.
   */
  readonly nextCursor: string | null;
  /** Another page can be requested immediately. */
  readonly hasMore: boolean;
  /** Shown in the account's health; the rows of the batch are stored all the same. */
  readonly notice?: AccountNotice | null;
}

export interface TransactionRequest {
  /** In cursor style, all that is wanted; a provider may give more. */
  readonly window: DateWindow;
  /** Null for the first page of a window, and for the first time in cursor style. */
  readonly cursor: string | null;
  readonly includePending: boolean;
  /** Stands in where a row's own currency is unknown. */
  readonly accountCurrency: string | null;
  readonly accountCategory: AccountCategory;
}

/** A transaction's row as it was sent, kept since, and what it is read with. */
export interface StoredRow {
  /** JSON text; the order of members may be another than the provider's. */
  readonly rawJson: string;
  /** In which of the provider's lists it was, where it does not say so itself. */
  readonly booked: boolean;
  readonly accountCurrency: string | null;
  readonly accountCategory: AccountCategory;
}

/**
 * A source of accounts. Every method may throw ProviderError; none retries by itself, except for an access
 * token that ended early.
 */
export interface AccountProvider {
  readonly provider: Provider;
  readonly capabilities: ProviderCapabilities;
  /** All that can be connected to; of one country where it is given (ISO 3166, two letters). */
  listInstitutions(country: string | null): Promise<readonly InstitutionDocument[]>;
  readInstitution(externalId: string): Promise<InstitutionDocument>;
  createConsent(request: ConsentRequest): Promise<CreatedConsent>;
  /**
   * Present where users bring a setup token instead of consenting at a page: exchanges it, once, for the secret of the
   * consent. Only the caller has the result, so it is to be stored at once. @throws SetupTokenRefused
   */
  claimAccess?(setupToken: string): Promise<string>;
  /** @param callback where the user has just come back; some providers need it to end the setup, once. */
  readConsent(consent: ConsentReference, callback: ConsentCallback | null): Promise<ConsentState>;
  /** Gives the consent back. One that has ended already is no error. */
  revokeConsent(consent: ConsentReference): Promise<void>;
  /** Costs no allowance. */
  readAccount(access: AccountAccess): Promise<AccountProfile>;
  readDetails(access: AccountAccess): Promise<Metered<AccountProfile>>;
  fetchBalances(access: AccountAccess): Promise<Metered<readonly BalanceDocument[]>>;
  /** Present if the capabilities say so; called for accounts of category INVESTMENT. */
  fetchHoldings?(access: AccountAccess): Promise<Metered<HoldingsReading>>;
  fetchTransactions(access: AccountAccess, request: TransactionRequest): Promise<Metered<TransactionBatch>>;
  /**
   * Maps a row of an earlier answer again, without a call. Null for rows that are not transactions.
   * @throws RowRefused
   */
  readStored(row: StoredRow): ProviderTransaction | null;
  close(): Promise<void>;
}
