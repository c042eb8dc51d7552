import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan, systemClock } from '@tributary/messaging';
import { formRequest, HttpJson, jsonRequest, OutboundHttp, retryAfterMs } from '@tributary/outbound';
import { LARGE_ANSWER, TOKEN_ANSWER } from '../http/answer-limits';
import { accessEnded, AuthorizationServer } from '../http/authorization-server';
import { DestinationFailure } from '../destination.port';
import { AccessTokens } from './credentials/access-tokens';
import { SheetsConfig } from './config';
import { isUserGrant, ServiceAccount, SheetsIdentity, UserGrant } from './credentials/credentials';
import { failureOfAnswer, failureOfBody, failureOfConnection } from './errors';
import { importPKCS8, SignJWT } from 'jose';
import { SHEETS_SCOPE } from './credentials/google-account';

const CONNECTIONS = 8;
/** Lifetime of a token whose response gives none. */
const TOKEN_S = 3600;
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface SheetsRequest {
  readonly method: 'GET' | 'POST';
  /** Path below `/v4/spreadsheets/`. */
  readonly path: string;
  /** Members that the response should have. */
  readonly fields: string;
  /** The operation's name in traces, without ids. */
  readonly operation: string;
  readonly writes: boolean;
  readonly body?: object;
}

type Answer = { readonly status: number; readonly body: unknown; readonly retryAfterMs: number | null };

/**
 * Client of Google Sheets v4 over HTTP, for a service account or a user. (Google's own client needs Node 22 and has a
 * fixed token endpoint.) Throws `DestinationFailure`.
 */
export class SheetsClient {
  private readonly http: OutboundHttp;
  private readonly tokenHttp: OutboundHttp;
  private readonly tokenPath: string;
  private readonly tokens: AccessTokens;

  /** @param server the server where users grant access; null if the installation has no application */
  constructor(
    private readonly config: SheetsConfig,
    private readonly server: AuthorizationServer | null = null,
    private readonly clock: Clock = systemClock,
  ) {
    this.tokens = new AccessTokens((identity) => this.fetchToken(identity), clock);
    const timeoutMs = config.requestTimeoutMs;
    this.http = new OutboundHttp({
      baseUrl: config.baseUrl,
      connections: CONNECTIONS,
      timeoutMs,
      answerBytesMax: LARGE_ANSWER.bytes,
    });
    const { origin, pathname, search } = new URL(config.tokenUrl);
    this.tokenPath = `${pathname}${search}`.slice(1);
    this.tokenHttp = new OutboundHttp({
      baseUrl: origin,
      connections: 2,
      timeoutMs,
      answerBytesMax: TOKEN_ANSWER.bytes,
    });
  }

  /**
   * Sends one request, and repeats it with a new access token if the first is refused. `permit` is called before each.
   */
  send(
    identity: SheetsIdentity,
    asked: SheetsRequest,
    permit: () => Promise<void>,
  ): Promise<Record<string, unknown>> {
    return inSpan(`sheets ${asked.operation}`, SpanKind.CLIENT, context.active(), async () => {
      let answer = await this.attempt(identity, asked, permit);
      if (answer.status === 401) {
        this.tokens.forget(identity);
        answer = await this.attempt(identity, asked, permit);
      }
      if (answer.status < 200 || answer.status > 299) throw failureOfAnswer(answer, asked.writes);
      if (typeof answer.body !== 'object' || answer.body === null) throw failureOfBody(asked.writes);
      return answer.body as Record<string, unknown>;
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.http.close(), this.tokenHttp.close()]);
  }

  private async attempt(
    identity: SheetsIdentity,
    asked: SheetsRequest,
    permit: () => Promise<void>,
  ): Promise<Answer> {
    const token = await this.tokens.of(identity);
    await permit();
    const { method, path, fields, body, writes } = asked;
    const named = `v4/spreadsheets/${path}?fields=${encodeURIComponent(fields)}`;
    try {
      const request = jsonRequest({ authorization: `Bearer ${token}` }, body);
      return answerOf(await this.http.json({ method, path: named, ...request }, LARGE_ANSWER));
    } catch (cause) {
      throw failureOfConnection(cause, writes);
    }
  }

  private fetchToken(identity: SheetsIdentity): Promise<{ token: string; expiresInS: number }> {
    return isUserGrant(identity) ? this.refreshed(identity) : this.exchanged(identity);
  }

  private async refreshed({ refreshToken }: UserGrant): Promise<{ token: string; expiresInS: number }> {
    if (!this.server) throw accessEnded('SHEETS'); // the installation has no application any more
    const { accessToken: token, answer } = await this.server.refresh(refreshToken);
    const { expires_in: expiresInS } = answer;
    return { token, expiresInS: typeof expiresInS === 'number' ? expiresInS : TOKEN_S };
  }

  private async exchanged(account: ServiceAccount): Promise<{ token: string; expiresInS: number }> {
    const assertion = await signedAssertion(account, this.config.tokenUrl, this.clock.now());
    const { status, body, retryAfterMs: waitMs } = await this.postAssertion(assertion);
    if (status === 429) throw new DestinationFailure({ kind: 'rate-limited', retryAfterMs: waitMs });
    if (status >= 500) throw failureOfAnswer({ status, body, retryAfterMs: waitMs }, false);
    const { access_token: token, expires_in: expiresInS } = (body ?? {}) as Record<string, unknown>;
    if (status === 200 && typeof token === 'string' && typeof expiresInS === 'number')
      return { token, expiresInS };
    const reason = 'Google does not accept the key of the service account: it may have been deleted.';
    throw new DestinationFailure({ kind: 'unauthorized', reason });
  }

  private async postAssertion(assertion: string): Promise<Answer> {
    const form = formRequest({ grant_type: JWT_GRANT, assertion });
    try {
      const request = { method: 'POST', path: this.tokenPath, ...form } as const;
      return answerOf(await this.tokenHttp.json(request, TOKEN_ANSWER));
    } catch (cause) {
      throw failureOfConnection(cause, false);
    }
  }
}

function answerOf({ status, headers, body }: HttpJson): Answer {
  return { status, retryAfterMs: retryAfterMs(headers['retry-after']), body };
}

const LIFETIME_S = 3600;

/** Signs the assertion that a service account exchanges for an access token. @throws DestinationFailure */
async function signedAssertion(
  { clientEmail, privateKey, privateKeyId }: ServiceAccount,
  audience: string,
  nowMs: number,
): Promise<string> {
  const nowS = Math.floor(nowMs / 1000);
  try {
    return await new SignJWT({ scope: SHEETS_SCOPE })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(privateKeyId === null ? {} : { kid: privateKeyId }),
      })
      .setIssuer(clientEmail)
      .setAudience(audience)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + LIFETIME_S)
      .sign(await importPKCS8(privateKey, 'RS256'));
  } catch (cause) {
    const reason = 'The key of the service account cannot be used to sign.';
    throw new DestinationFailure({ kind: 'unauthorized', reason }, { cause });
  }
}
