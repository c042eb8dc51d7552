import { context, SpanKind } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import { createHash } from 'node:crypto';
import { formRequest, isSuccess, OutboundHttp, parsedJson, retryAfterMs } from '@tributary/outbound';
import { AuthorizationRequest } from '../destination-directory.port';
import { DestinationFailure } from '../destination.port';
import { OAuthApplication } from './config';
import { BudgetaCredentials, fromCredentials, toCredentials } from './credentials';
import { failureOfAnswer, failureOfBody, failureOfConnection } from './errors';

const BODY_BYTES_MAX = 64 * 1024;

/** BUDGETA's authorization server: where users grant access, and tokens come from. */
export class BudgetaOAuth {
  private readonly http: OutboundHttp;

  constructor(
    private readonly application: OAuthApplication,
    timeoutMs: number,
  ) {
    const [baseUrl, answerBytesMax] = [application.oauthUrl, BODY_BYTES_MAX];
    this.http = new OutboundHttp({ baseUrl, connections: 2, timeoutMs, answerBytesMax });
  }

  authorizationUrl({ state, redirectUri, codeVerifier }: AuthorizationRequest): string {
    const url = new URL(`${this.application.oauthUrl}/authorize`);
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    for (const [name, value] of Object.entries({
      client_id: this.application.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })) {
      url.searchParams.set(name, value);
    }
    return url.href;
  }

  /** @throws DestinationFailure */
  exchange(code: string, redirectUri: string, codeVerifier: string): Promise<BudgetaCredentials> {
    return this.tokens('exchange code', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    });
  }

  /** Each refresh token is good for one use: what comes back must be kept. @throws DestinationFailure */
  refresh(refreshToken: string): Promise<BudgetaCredentials> {
    return this.tokens('refresh token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  private tokens(operation: string, grant: Readonly<Record<string, string>>): Promise<BudgetaCredentials> {
    return inSpan(`budgeta ${operation}`, SpanKind.CLIENT, context.active(), async () => {
      const { status, retryAfter, body } = await this.post(grant);
      if (isRefused(status, body)) throw ENDED();
      if (!isSuccess({ status })) throw failureOfAnswer(status, retryAfter, body);
      const { access_token: accessToken, refresh_token: refreshToken } = (body ?? {}) as Record<
        string,
        unknown
      >;
      if (typeof accessToken !== 'string') throw failureOfBody();
      return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null };
    });
  }

  private async post(grant: Readonly<Record<string, string>>) {
    const { clientId, clientSecret } = this.application;
    const form = formRequest({ client_id: clientId, client_secret: clientSecret, ...grant });
    try {
      const { status, headers, text } = await this.http.request({ method: 'POST', path: 'token', ...form });
      return { status, retryAfter: retryAfterMs(headers['retry-after']), body: parsedJson(text) };
    } catch (cause) {
      throw failureOfConnection(cause);
    }
  }
}

/** New credentials that replace expired ones. A personal access token cannot be renewed: it was revoked. */
export function renewal(oauth: BudgetaOAuth): (credentials: string) => Promise<string> {
  return async (credentials) => {
    const { refreshToken } = fromCredentials(credentials);
    if (refreshToken === null) throw ENDED();
    const renewed = await oauth.refresh(refreshToken);
    return toCredentials({ ...renewed, refreshToken: renewed.refreshToken ?? refreshToken });
  };
}

/** RFC 6749: `invalid_grant` says that the code or the refresh token is no good (any more). */
function isRefused(status: number, body: unknown): boolean {
  return (
    status === 401 || (status === 400 && (body as { error?: unknown } | null)?.error === 'invalid_grant')
  );
}

const ENDED = () =>
  new DestinationFailure({ kind: 'unauthorized', reason: 'The access to BUDGETA has ended. Connect again.' });
