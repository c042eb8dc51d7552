import { randomUUID } from 'node:crypto';
import { Problem } from '../server/problem';
import { ClientKeys } from '../state/key-pair';
import { stableUuid } from '../state/stable-ids';

const LIFETIME_S_MAX = 3600;
/** The audiences that a token request may name: the real one, and this server's own. */
const AUDIENCE = /^https:\/\/oauth2\.googleapis\.com\/token$|\/sheets\/token$/;
const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

export const SERVICE_ACCOUNT_MAIL = 'tributary@sandbox-project.iam.gserviceaccount.com';

/** The file that Google hands out for a service account: what a user pastes. */
export interface ServiceAccountKey {
  readonly type: 'service_account';
  readonly project_id: string;
  readonly private_key_id: string;
  readonly private_key: string;
  readonly client_email: string;
  readonly client_id: string;
  readonly token_uri: string;
}

/** The refusal of a token, in the words of OAuth. */
function refused(error: string, description: string): Problem {
  return new Problem(400, { error, error_description: description });
}

/** The service account of the spreadsheet company: its key and its access tokens. */
export class ServiceAccount {
  private readonly keys: ClientKeys;
  private readonly expiries = new Map<string, number>();

  constructor(
    dataDir: string | undefined,
    private readonly now: () => number,
  ) {
    this.keys = new ClientKeys(dataDir, 'sheets-service-account.json');
  }

  get key(): ServiceAccountKey {
    return {
      type: 'service_account',
      project_id: 'sandbox-project',
      private_key_id: stableUuid('sheets/key').replaceAll('-', ''),
      private_key: this.keys.privateKey,
      client_email: SERVICE_ACCOUNT_MAIL,
      client_id: '100000000000000000001',
      token_uri: 'https://oauth2.googleapis.com/token',
    };
  }

  /** Exchanges a signed assertion for an access token. @throws Problem */
  async issue(
    grantType: string | undefined,
    assertion: string | undefined,
  ): Promise<{ token: string; expiresInS: number }> {
    if (grantType !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      throw refused('unsupported_grant_type', 'Invalid grant_type');
    }
    const { iss, aud, iat, exp, scope } = await this.claimsOf(assertion ?? '');
    if (iss !== SERVICE_ACCOUNT_MAIL) throw refused('invalid_grant', 'Invalid grant: account not found');
    if (typeof aud !== 'string' || !AUDIENCE.test(aud))
      throw refused('invalid_grant', 'Invalid JWT: Failed audience check.');
    if (iat === undefined || exp === undefined || exp - iat > LIFETIME_S_MAX) {
      throw refused(
        'invalid_grant',
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
      );
    }
    if (typeof scope !== 'string' || !scope.split(' ').includes(SHEETS_SCOPE))
      throw refused('invalid_scope', 'Invalid OAuth scope.');
    const token = `ya29.sandbox-${randomUUID()}`;
    this.expiries.set(token, this.now() + LIFETIME_S_MAX * 1000);
    return { token, expiresInS: LIFETIME_S_MAX };
  }

  accepts(token: string): boolean {
    return (this.expiries.get(token) ?? 0) > this.now();
  }

  expireTokens(): void {
    this.expiries.clear();
  }

  private async claimsOf(assertion: string) {
    try {
      return (await this.keys.verified<{ scope?: unknown }>(assertion)).payload;
    } catch {
      // The response is the same, whatever is wrong with the assertion.
      throw refused('invalid_grant', 'Invalid JWT Signature.');
    }
  }
}
