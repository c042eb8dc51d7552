import { Problem } from '../problem';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { stableUuid } from '../stable-ids';

/** A user's grant to the application: an access token that expires, and a refresh token for one use. */
export interface OAuthGrant {
  readonly id: string;
  readonly login: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since the epoch. */
  readonly accessEndsAt: number;
  readonly revoked: boolean;
}

export interface OAuthApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the authorize page was opened with, until its code is exchanged. */
interface AskedGrant {
  readonly login: string;
  readonly redirectUri: string;
  /** PKCE's, where the application sent one. */
  readonly challenge: string | null;
  readonly endsAt: number;
}

/** Who opens the authorize page without another login. */
export const HOUSEHOLD_LOGIN = 'household';
const ACCESS_MS = 7_200_000;
const CODE_MS = 600_000;

/** The user behind a login. */
export function userIdOf(login: string): string {
  return stableUuid(login === HOUSEHOLD_LOGIN ? 'budgeta/user' : `budgeta/user/${login}`);
}

/** Codes, grants and tokens of BUDGETA's one application. */
export class OAuthServer {
  private readonly grants = new Map<string, OAuthGrant>();
  private readonly asked = new Map<string, AskedGrant>();
  refreshes = 0;
  /** Refresh tokens that were spent already, or revoked. */
  refreshesRefused = 0;

  constructor(
    private readonly application: OAuthApplication,
    private readonly now: () => number,
    private readonly record: (grant: OAuthGrant) => void,
  ) {}

  restore(grant: OAuthGrant): void {
    this.grants.set(grant.id, grant);
  }

  knowsClient(clientId: unknown): boolean {
    return clientId === this.application.clientId;
  }

  /** The user consents: gives the code that goes back to the application. */
  consent(asked: Omit<AskedGrant, 'endsAt'>): string {
    const code = secret();
    this.asked.set(code, { ...asked, endsAt: this.now() + CODE_MS });
    return code;
  }

  /** @throws Problem (RFC 6749, 5.2) */
  tokens(form: Readonly<Record<string, unknown>>): OAuthGrant {
    if (!this.knowsClient(form['client_id']) || !same(form['client_secret'], this.application.clientSecret)) {
      throw new Problem(401, { error: 'invalid_client' });
    }
    if (form['grant_type'] === 'authorization_code') return this.exchange(form);
    if (form['grant_type'] === 'refresh_token') return this.refresh(String(form['refresh_token']));
    throw new Problem(400, { error: 'unsupported_grant_type' });
  }

  /** The user of an access token that is good at present. */
  userOf(accessToken: string): string | undefined {
    for (const grant of this.grants.values()) {
      const isGood = !grant.revoked && grant.accessEndsAt > this.now();
      if (isGood && grant.accessToken === accessToken) return userIdOf(grant.login);
    }
    return undefined;
  }

  /** Grants of users that are in force. */
  living(): OAuthGrant[] {
    return [...this.grants.values()].filter(({ revoked }) => !revoked);
  }

  /** Access tokens run out at once; refresh tokens stay good. */
  expireAccessTokens(): void {
    for (const grant of this.grants.values()) this.save({ ...grant, accessEndsAt: this.now() });
  }

  /** All grants of the users end. */
  revokeAll(): void {
    for (const grant of this.grants.values()) this.save({ ...grant, revoked: true });
  }

  private exchange(form: Readonly<Record<string, unknown>>): OAuthGrant {
    const code = String(form['code']);
    const asked = this.asked.get(code);
    this.asked.delete(code); // once, whatever the result
    const isGood =
      asked !== undefined &&
      asked.endsAt > this.now() &&
      asked.redirectUri === form['redirect_uri'] &&
      (asked.challenge === null || asked.challenge === challengeOf(form['code_verifier']));
    if (!isGood) throw new Problem(400, { error: 'invalid_grant' });
    return this.save({ id: secret(), login: asked.login, revoked: false, ...this.newTokens() });
  }

  private refresh(refreshToken: string): OAuthGrant {
    const grant = [...this.grants.values()].find((other) => other.refreshToken === refreshToken);
    if (!grant || grant.revoked) {
      this.refreshesRefused += 1;
      throw new Problem(400, { error: 'invalid_grant' });
    }
    this.refreshes += 1;
    return this.save({ ...grant, ...this.newTokens() });
  }

  private newTokens() {
    return { accessToken: secret(), refreshToken: secret(), accessEndsAt: this.now() + ACCESS_MS };
  }

  private save(grant: OAuthGrant): OAuthGrant {
    this.grants.set(grant.id, grant);
    this.record(grant);
    return grant;
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
