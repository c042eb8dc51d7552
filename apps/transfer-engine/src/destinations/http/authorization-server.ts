import { context, SpanKind } from '@opentelemetry/api';
import { DestinationType } from '@tributary/contracts';
import { inSpan } from '@tributary/messaging';
import {
  formRequest,
  isSuccess,
  jsonRequest,
  OutboundHttp,
  retryAfterMs,
  wasNeverSent,
} from '@tributary/outbound';
import { createHash } from 'node:crypto';
import { excessiveAnswer, TOKEN_ANSWER } from './answer-limits';
import { AuthorizationRequest } from '../destination-directory.port';
import { DestinationFailure } from '../destination.port';
import { OAuthApplication } from './oauth-application';

export interface AuthorizationServerOptions {
  readonly type: DestinationType;
  readonly application: OAuthApplication;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
  /** Parameters of the authorization page that RFC 6749 does not have. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether the server supports PKCE (RFC 7636). */
  readonly pkce: boolean;
  /** How requests for tokens identify the application: in a form, or by HTTP Basic with a JSON body. */
  readonly client: 'form' | 'basic';
  readonly headers?: Readonly<Record<string, string>>;
}

/** The tokens that a grant is exchanged for. */
export interface Tokens {
  readonly accessToken: string;
  /** Null if the response has none. */
  readonly refreshToken: string | null;
  /** The whole response, for members that only one server has. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * A destination's authorization server, where users grant access and tokens are issued. Methods throw
 * `DestinationFailure`.
 */
export class AuthorizationServer {
  private readonly http: OutboundHttp;
  private readonly tokenPath: string;

  constructor(private readonly options: AuthorizationServerOptions) {
    const { origin, pathname, search } = new URL(options.tokenUrl);
    this.tokenPath = `${pathname}${search}`.slice(1);
    const { timeoutMs } = options;
    this.http = new OutboundHttp({
      baseUrl: origin,
      connections: 2,
      timeoutMs,
      answerBytesMax: TOKEN_ANSWER.bytes,
    });
  }

  authorizationUrl({ state, redirectUri, codeVerifier }: AuthorizationRequest): string {
    const { authorizeUrl, application, parameters, pkce } = this.options;
    const url = new URL(authorizeUrl);
    for (const [name, value] of Object.entries({
      client_id: application.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      ...(pkce ? { code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' } : {}),
      ...parameters,
    })) {
      url.searchParams.set(name, value);
    }
    return url.href;
  }

  exchange(
    code: string,
    { redirectUri, codeVerifier }: Pick<AuthorizationRequest, 'redirectUri' | 'codeVerifier'>,
  ): Promise<Tokens> {
    return this.tokens('exchange code', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(this.options.pkce ? { code_verifier: codeVerifier } : {}),
    });
  }

  refresh(refreshToken: string): Promise<Tokens> {
    return this.tokens('refresh token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  private tokens(operation: string, grant: Readonly<Record<string, string>>): Promise<Tokens> {
    const { type } = this.options;
    return inSpan(`${type.toLowerCase()} ${operation}`, SpanKind.CLIENT, context.active(), async () => {
      const { status, retryAfter, body } = await this.post(grant);
      if (isRefused(status, body)) throw accessEnded(type);
      if (!isSuccess({ status })) throw failureOf(type, status, retryAfter);
      const answer = (body ?? {}) as Record<string, unknown>;
      const { access_token: accessToken, refresh_token: refreshToken } = answer;
      if (typeof accessToken !== 'string') {
        const reason = `The answer of ${type} could not be read.`;
        throw new DestinationFailure({ kind: 'unavailable', reason });
      }
      return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null, answer };
    });
  }

  private async post(grant: Readonly<Record<string, string>>) {
    const request = this.requestFor(grant);
    try {
      const asked = { method: 'POST', path: this.tokenPath, ...request } as const;
      const { status, headers, body } = await this.http.json(asked, TOKEN_ANSWER);
      return { status, retryAfter: retryAfterMs(headers['retry-after']), body };
    } catch (cause) {
      throw failureOfConnection(this.options.type, cause);
    }
  }

  private requestFor(grant: Readonly<Record<string, string>>) {
    const { application, client, headers = {} } = this.options;
    const { clientId, clientSecret } = application;
    switch (client) {
      case 'form':
        return formRequest({ client_id: clientId, client_secret: clientSecret, ...grant });
      case 'basic': {
        const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
        return jsonRequest({ ...headers, authorization: `Basic ${basic}` }, grant);
      }
    }
  }
}

/** The code or the token is not valid (any more): the user has to grant access again. */
export function accessEnded(type: DestinationType): DestinationFailure {
  const reason = `The access to ${type} has ended. Connect again.`;
  return new DestinationFailure({ kind: 'unauthorized', reason });
}

/** RFC 6749: `invalid_grant` means that the code or the refresh token is not valid (any more). */
function isRefused(status: number, body: unknown): boolean {
  return (
    status === 401 || (status === 400 && (body as { error?: unknown } | null)?.error === 'invalid_grant')
  );
}

/** A failed request for tokens never has an unknown outcome, because it writes no row. */
function failureOf(type: DestinationType, status: number, retryMs: number | null): DestinationFailure {
  if (status === 429) return new DestinationFailure({ kind: 'rate-limited', retryAfterMs: retryMs });
  const reason = `${type} answered ${status} where tokens come from.`;
  const kind = status === 408 || status >= 500 ? 'unavailable' : 'unauthorized';
  return new DestinationFailure({ kind, reason });
}

function failureOfConnection(type: DestinationType, cause: unknown): DestinationFailure {
  const reason =
    excessiveAnswer(type, cause, TOKEN_ANSWER) ??
    (wasNeverSent(cause) ? `${type} could not be reached.` : `The connection to ${type} broke off.`);
  return new DestinationFailure({ kind: 'unavailable', reason }, { cause });
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
