import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '../server/problem';
import type { Store } from '../state/store';

/** A user's grant to the application: an access token that expires, and a refresh token. */
export interface OAuthGrant {
  readonly id: string;
  readonly login: string;
  readonly accessToken: string;
  /** Null where none was given out. */
  readonly refreshToken: string | null;
  /** The permissions that the user granted. */
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly accessEndsAt: number;
  readonly revoked: boolean;
}

/** An application's name and secret: in a form, or in HTTP Basic. */
export interface ClientCredentials {
  readonly id: unknown;
  readonly secret: unknown;
}

export interface OAuthApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Settings of a company's authorization server. */
export interface OAuthBehaviour {
  readonly accessMs: number;
  /** A refresh token is good for one use: another comes with each access token. */
  readonly rotates: boolean;
}

/** A user's consent, until the application exchanges its code. */
interface Consented {
  readonly login: string;
  readonly scope: string;
  /** Whether a refresh token comes with the access token. */
  readonly isLasting: boolean;
  readonly redirectUri: string;
  /** PKCE's, where the application sent one. */
  readonly challenge: string | null;
  readonly endsAt: number;
}

/** Login of a user who opens the authorize page without naming a login. */
export const HOUSEHOLD_LOGIN = 'household';
const CODE_MS = 600_000;

/** Codes, grants and tokens of a company's one application. */
export class OAuthServer {
  private readonly grants = this.store.table<OAuthGrant>('grant', ({ id }) => id);
  private readonly consented = new Map<string, Consented>();
  refreshes = 0;
  /** Refresh tokens that were spent already, or revoked. */
  refreshesRefused = 0;

  constructor(
    private readonly application: OAuthApplication,
    private readonly now: () => number,
    private readonly behaviour: OAuthBehaviour,
    private readonly store: Store,
  ) {}

  knowsClient(clientId: unknown): boolean {
    return clientId === this.application.clientId;
  }

  /** Whether the user has consented before, and not taken it back. */
  hasGranted(login: string): boolean {
    return this.living().some((grant) => grant.login === login);
  }

  /** The user consents: gives the code that goes back to the application. */
  consent(consent: Omit<Consented, 'endsAt'>): string {
    const code = secret();
    this.consented.set(code, { ...consent, endsAt: this.now() + CODE_MS });
    return code;
  }

  /** @throws Problem (RFC 6749, 5.2) */
  tokens(form: Readonly<Record<string, unknown>>, client: ClientCredentials): OAuthGrant {
    if (!this.knowsClient(client.id) || !same(client.secret, this.application.clientSecret)) {
      throw new Problem(401, { error: 'invalid_client' });
    }
    if (form['grant_type'] === 'authorization_code') return this.exchange(form);
    if (form['grant_type'] === 'refresh_token') return this.refresh(String(form['refresh_token']));
    throw new Problem(400, { error: 'unsupported_grant_type' });
  }

  /** The login of an access token that is good at present. */
  loginOf(accessToken: string): string | undefined {
    const isGood = (grant: OAuthGrant): boolean =>
      grant.accessToken === accessToken && grant.accessEndsAt > this.now();
    return this.living().find(isGood)?.login;
  }

  /** Seconds until the grant's access token ends. */
  expiresInS({ accessEndsAt }: OAuthGrant): number {
    return Math.round((accessEndsAt - this.now()) / 1000);
  }

  /** Grants of users that are in force. */
  living(): readonly OAuthGrant[] {
    return this.grants.all().filter(({ revoked }) => !revoked);
  }

  /** Access tokens end at once; refresh tokens stay good. */
  expireAccessTokens(): void {
    for (const grant of this.grants.all()) this.grants.save({ ...grant, accessEndsAt: this.now() });
  }

  /** All grants of the users end. */
  revokeAll(): void {
    for (const grant of this.grants.all()) this.grants.save({ ...grant, revoked: true });
  }

  private exchange(form: Readonly<Record<string, unknown>>): OAuthGrant {
    const code = String(form['code']);
    const consent = this.consented.get(code);
    this.consented.delete(code); // once, whatever the result
    const isGood =
      consent !== undefined &&
      consent.endsAt > this.now() &&
      consent.redirectUri === form['redirect_uri'] &&
      (consent.challenge === null || consent.challenge === challengeOf(form['code_verifier']));
    if (!isGood) throw new Problem(400, { error: 'invalid_grant' });
    const { login, scope, isLasting } = consent;
    const refreshToken = isLasting ? secret() : null;
    return this.grants.save({
      id: secret(),
      login,
      scope,
      revoked: false,
      ...this.newAccess(),
      refreshToken,
    });
  }

  private refresh(spent: string): OAuthGrant {
    const grant = this.grants.all().find((other) => other.refreshToken === spent);
    if (!grant || grant.revoked) {
      this.refreshesRefused += 1;
      throw new Problem(400, { error: 'invalid_grant' });
    }
    this.refreshes += 1;
    const refreshToken = this.behaviour.rotates ? secret() : grant.refreshToken;
    return this.grants.save({ ...grant, ...this.newAccess(), refreshToken });
  }

  private newAccess() {
    return { accessToken: secret(), accessEndsAt: this.now() + this.behaviour.accessMs };
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function challengeOf(verifier: unknown): string {
  return createHash('sha256').update(String(verifier)).digest('base64url');
}

function same(given: unknown, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
