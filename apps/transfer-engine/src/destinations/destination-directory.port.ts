import {
  CredentialsOf,
  DestinationType,
  FactsOf,
  FieldErrors,
  Health,
  TargetDocument,
  UnitDocument,
} from '@tributary/contracts';

/**
 * What connecting needs of a destination, whatever it is: who the user is there, and what can be written to. A
 * directory makes requests and translates; rows, events, sealing and the setup's state are the commands'.
 *
 * credentials – JSON text of the destination's own making, which only it reads. Kept sealed, handed to its
 *               directory and to its sending side (`destination.port.ts`) as it was given.
 *
 * Methods throw `DestinationFailure` where the destination gave no answer that helps, and `CredentialsRefusedError`
 * where the user can put it right.
 */
export interface DestinationDirectory<T extends DestinationType = DestinationType> {
  /** Null if users can only enter credentials. */
  readonly oauth: DestinationOAuth | null;
  /** Checks what the user typed, at the destination. */
  admit(given: CredentialsOf<T>): Promise<Admission>;
  /** All that the user can write to now. */
  list(credentials: string): Promise<Listing<T>>;
}

/** OAuth's authorization code grant; the state is the commands', which bind it to the user and use it once. */
export interface DestinationOAuth {
  /**
   * Checks what users type beside granting access; what it returns is kept until they did. Absent: they type nothing.
   * @throws CredentialsRefusedError
   */
  accept?(given: Given): Given;
  authorizationUrl(request: AuthorizationRequest): string;
  exchange(code: string, request: AuthorizationReturn): Promise<Admission>;
}

/** What users type beside granting access, by the names of the descriptor: no secrets. */
export type Given = Readonly<Record<string, unknown>>;

export interface AuthorizationReturn extends Pick<AuthorizationRequest, 'redirectUri' | 'codeVerifier'> {
  /** What was kept of what the user typed; null: nothing, so that the connection keeps what it has. */
  readonly given: Given | null;
  /** The credentials that the connection has; null: none yet. */
  readonly present: string | null;
}

export interface AuthorizationRequest {
  readonly state: string;
  /** Where the destination sends the user's browser back to. */
  readonly redirectUri: string;
  /** For PKCE (RFC 7636), where the destination knows it. */
  readonly codeVerifier: string;
}

/** The destination knows the user. */
export interface Admission {
  /** The user as the destination knows it: connecting the same one again renews the connection. */
  readonly externalUserId: string;
  readonly credentials: string;
  /** What the connection shows beside its name; no secrets. */
  readonly facts: FactsOf<DestinationType>;
  /** How many requests with these credentials it made, if they are counted. */
  readonly requests: number;
}

export interface Listing<T extends DestinationType = DestinationType> {
  readonly units: readonly ListedUnit<T>[];
  readonly requests: number;
}

/** What one bulk request writes to: a budget, a spreadsheet, a database. */
export interface ListedUnit<T extends DestinationType = DestinationType> {
  /** The destination's id, which never changes. */
  readonly externalId: string;
  readonly document: UnitDocument<T>;
  readonly targets: readonly ListedTarget<T>[];
}

/** What a link points at: an account, a sheet, a data source. */
export interface ListedTarget<T extends DestinationType = DestinationType> {
  /** Unique in its unit. */
  readonly externalId: string;
  readonly document: TargetDocument<T>;
}

/** What was listed a moment ago. */
export const HEALTHY: Health = {
  status: 'HEALTHY',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
};

/**
 * The credentials are not what they should be: errors by the member that the user typed, in snake case
 * (`{ access_token: ['The access_token is not valid.'] }`). Texts carry no secrets.
 */
export class CredentialsRefusedError extends Error {
  override readonly name = 'CredentialsRefusedError';

  constructor(
    readonly errors: FieldErrors,
    options?: ErrorOptions,
  ) {
    super(`the destination refused: ${Object.keys(errors).join(', ')}`, options);
  }
}
