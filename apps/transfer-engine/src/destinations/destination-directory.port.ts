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
 * The port for connecting to a destination: it identifies the user there and lists what can be written to. A directory
 * makes requests and translates; the commands store rows, publish events, seal credentials and manage the setup's
 * state.
 *
 * `credentials` is JSON text in the destination's own format, which only the destination reads. It is stored sealed and
 * passed unchanged to the directory and to the sending side (`destination.port.ts`).
 *
 * Methods throw `DestinationFailure` if the destination gave no usable response, and `CredentialsRefusedError` if the
 * user can correct the input.
 */
export interface DestinationDirectory<T extends DestinationType = DestinationType> {
  /** Null if users can only enter credentials. */
  readonly oauth: DestinationOAuth | null;
  /** Checks the user's input at the destination. */
  admit(given: CredentialsOf<T>): Promise<Admission>;
  /** Lists all units and targets that the user can write to. */
  list(credentials: string): Promise<Listing<T>>;
}

/** OAuth's authorization code grant. The commands make the state, bind it to the user and use it once. */
export interface DestinationOAuth {
  /**
   * Checks the user's input beside granting access; the result is stored until access is granted. Absent: there is no
   * such input.
   * @throws CredentialsRefusedError
   */
  accept?(given: Given): Given;
  authorizationUrl(request: AuthorizationRequest): string;
  exchange(code: string, request: AuthorizationReturn): Promise<Admission>;
}

/** The user's input beside granting access, by the names of the descriptor; no secrets. */
export type Given = Readonly<Record<string, unknown>>;

export interface AuthorizationReturn extends Pick<AuthorizationRequest, 'redirectUri' | 'codeVerifier'> {
  /** The stored input of the user; null: none, so the connection keeps its settings. */
  readonly given: Given | null;
  /** The connection's present credentials; null if it has none yet. */
  readonly present: string | null;
}

export interface AuthorizationRequest {
  readonly state: string;
  /** The address to which the destination redirects the user's browser. */
  readonly redirectUri: string;
  /** For PKCE (RFC 7636), if the destination supports it. */
  readonly codeVerifier: string;
}

/** The result of a successful admission. */
export interface Admission {
  /** The user's id at the destination: connecting the same user again renews the connection. */
  readonly externalUserId: string;
  readonly credentials: string;
  /** Details that the connection shows beside its name; no secrets. */
  readonly facts: FactsOf<DestinationType>;
  /** Requests that the admission made with these credentials, if the destination counts them. */
  readonly requests: number;
}

export interface Listing<T extends DestinationType = DestinationType> {
  readonly units: readonly ListedUnit<T>[];
  readonly requests: number;
}

/** The object that one bulk request writes to: a budget, a spreadsheet, a database. */
export interface ListedUnit<T extends DestinationType = DestinationType> {
  /** The destination's id, which never changes. */
  readonly externalId: string;
  readonly document: UnitDocument<T>;
  readonly targets: readonly ListedTarget<T>[];
  /** Absent: the destination has none, or they could not be read; the known ones are left as they are. */
  readonly categories?: readonly ListedCategory[];
}

/** A category of a unit that transactions can be given. */
export interface ListedCategory {
  /** The destination's id, which a new name does not change. */
  readonly externalId: string;
  readonly name: string;
  /** The name of its group; null if it has none. */
  readonly group: string | null;
  readonly hidden: boolean;
}

/** The object that a link points at: an account, a sheet, a data source. */
export interface ListedTarget<T extends DestinationType = DestinationType> {
  /** Unique within its unit. */
  readonly externalId: string;
  readonly document: TargetDocument<T>;
}

/** The health of something that was just listed. */
export const HEALTHY: Health = {
  status: 'HEALTHY',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
};

/**
 * The destination refuses the credentials. Errors are by the input's name in snake case (`{ access_token: ['The
 * access_token is not valid.'] }`). Texts carry no secrets.
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
