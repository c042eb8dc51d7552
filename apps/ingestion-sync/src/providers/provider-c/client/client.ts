import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan } from '@tributary/messaging';
import { HttpAnswer, ResponseHeaders, isSuccess, jsonRequest } from '@tributary/outbound';
import { ProviderHttp } from '../../http/provider-http';
import { isJson, Json } from '../../mapping/json-fields';
import { ProviderError } from '../../provider.errors';
import { ProviderCConfig } from '../config';
import { toProviderError } from './errors';
import { parseLossless } from '../../mapping/json-decimals';
import { accountAllowance } from './rate-limits';
import { ProviderUser } from './user-secret';
import { createHmac } from 'node:crypto';

/** A thousand activities are below one megabyte. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

/** A request to PROVIDER_C. `call` names it in traces and errors, without ids of people. */
export interface ProviderCCall {
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL, without a leading slash and without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The provider's user; null for requests without one, or if the key identifies its owner. */
  readonly user: ProviderUser | null;
}

/** Numbers in the body retain their digits, see json-decimals.ts. */
export interface ProviderCAnswer<T> {
  readonly body: T;
  readonly headers: ResponseHeaders;
}

/** The HTTP client of PROVIDER_C: signatures, errors, waiting; it does not interpret responses. */
export class ProviderCClient {
  private readonly http: ProviderHttp;
  private readonly basePath: string;

  constructor(
    private readonly config: ProviderCConfig,
    private readonly clock: Clock,
  ) {
    this.basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '');
    this.http = new ProviderHttp({ ...config, answerBytesMax: ANSWER_BYTES_MAX }, clock, accountAllowance);
  }

  /**
   * Returns the JSON object of a successful response.
   * @throws ProviderError
   */
  async send(call: ProviderCCall): Promise<ProviderCAnswer<Json>> {
    const { body, headers } = await this.traced(call);
    if (isJson(body)) return { body, headers };
    throw invalidAnswer(call, 'gave no JSON object', headers);
  }

  /**
   * Returns the JSON array of a successful response.
   * @throws ProviderError
   */
  async list(call: ProviderCCall): Promise<ProviderCAnswer<readonly unknown[]>> {
    const { body, headers } = await this.traced(call);
    if (Array.isArray(body)) return { body, headers };
    throw invalidAnswer(call, 'gave no JSON array', headers);
  }

  /** Sends a request and ignores the content of a successful response. @throws ProviderError */
  async remove(call: ProviderCCall): Promise<void> {
    await this.traced(call);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private traced(call: ProviderCCall): Promise<ProviderCAnswer<unknown>> {
    return inSpan(`provider-c ${call.call}`, SpanKind.CLIENT, context.active(), async () => {
      return this.read(call, await this.http.request(this.signed(call)));
    });
  }

  /** Signs the request. The query string is built once, so that the signed and the sent one are equal. */
  private signed({ call, method, path, query, body, user }: ProviderCCall) {
    const { clientId, consumerKey } = this.config;
    const signedQuery = new URLSearchParams({
      clientId,
      timestamp: String(Math.floor(this.clock.now() / 1000)),
      ...(user ? { userId: user.userId, userSecret: user.userSecret } : {}),
      ...query,
    }).toString();
    const request = { path: `${this.basePath}/${path}`, query: signedQuery, body: body ?? null };
    return {
      call,
      method,
      path: `${path}?${signedQuery}`,
      ...jsonRequest({ Signature: requestSignature(consumerKey, request) }, body),
    };
  }

  private read(call: ProviderCCall, answer: HttpAnswer): ProviderCAnswer<unknown> {
    const body = parsed(answer.text);
    if (isSuccess(answer)) return { body, headers: answer.headers };
    const { status, headers } = answer;
    throw this.http.refused(toProviderError({ call: call.call, status, headers, body }));
  }
}

/** Returns the error for a response that lacks required data. */
export function invalidAnswer(
  { call }: Pick<ProviderCCall, 'call'>,
  what: string,
  headers: ResponseHeaders,
): ProviderError {
  return new ProviderError({ kind: 'invalid_answer' }, `${call} ${what}`, accountAllowance(headers));
}

/** Returns null if the text is no JSON, which callers treat like JSON of another form. */
function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return null;
  }
}

/** The signed data: the request exactly as it is sent. */
interface SignedRequest {
  /** Includes the base URL's path, without the query. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly query: string;
  /** Null for none; an empty object counts as none. */
  readonly body: object | null;
}

/** Returns the `Signature` header: HMAC-SHA256 with the consumer key over the request as canonical JSON, in base64. */
export function requestSignature(consumerKey: string, { path, query, body }: SignedRequest): string {
  const content = body === null || Object.keys(body).length === 0 ? null : body;
  return createHmac('sha256', consumerKey).update(canonicalJson({ content, path, query })).digest('base64');
}

/** Returns JSON with keys sorted at every level, without whitespace. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
