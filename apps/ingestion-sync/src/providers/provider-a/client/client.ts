import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan } from '@tributary/messaging';
import { HttpAnswer, ResponseHeaders, isSuccess, parsedJson, jsonRequest } from '@tributary/outbound';
import { ProviderHttp } from '../../http/provider-http';
import { isJson, Json } from '../../mapping/json-fields';
import { ProviderError } from '../../provider.errors';
import { ProviderAConfig } from '../config';
import { isTokenRefused, RefusedAnswer, toProviderError } from './errors';
import { accountAllowance } from './rate-limits';
import { IssuedToken, TokenCache } from '../../http/token-cache';

/** Far more than two years of a busy account. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A request to PROVIDER_A. `call` names it in traces and errors, without ids of people. */
export interface ProviderACall {
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly body?: object;
}

export interface ProviderAAnswer<T> {
  readonly body: T;
  readonly headers: ResponseHeaders;
}

/** The HTTP client of PROVIDER_A: connections, token, errors; it does not interpret responses. */
export class ProviderAClient {
  private readonly http: ProviderHttp;
  private readonly token: TokenCache;

  constructor(
    private readonly config: ProviderAConfig,
    clock: Clock,
  ) {
    this.http = new ProviderHttp({ ...config, answerBytesMax: ANSWER_BYTES_MAX }, clock, accountAllowance);
    this.token = new TokenCache(() => this.newToken(), clock);
  }

  /**
   * Returns the JSON object of a successful response.
   * @throws ProviderError
   */
  async send(call: ProviderACall): Promise<ProviderAAnswer<Json>> {
    const { body, headers } = await this.traced(call);
    if (isJson(body)) return { body, headers };
    throw invalidAnswer(call, 'no JSON object', headers);
  }

  /**
   * Returns the JSON array of a successful response.
   * @throws ProviderError
   */
  async list(call: ProviderACall): Promise<ProviderAAnswer<readonly unknown[]>> {
    const { body, headers } = await this.traced(call);
    if (Array.isArray(body)) return { body, headers };
    throw invalidAnswer(call, 'no JSON array', headers);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private traced(call: ProviderACall): Promise<ProviderAAnswer<unknown>> {
    return inSpan(`provider-a ${call.call}`, SpanKind.CLIENT, context.active(), () => this.authorized(call));
  }

  private async authorized(call: ProviderACall): Promise<ProviderAAnswer<unknown>> {
    const token = await this.token.get();
    const answer = await this.request(call, token);
    if (isSuccess(answer) || !isTokenRefused(toRefused(call, answer))) return this.read(call, answer);
    this.token.forget(token);
    return this.read(call, await this.request(call, await this.token.get()));
  }

  private async newToken(): Promise<IssuedToken> {
    const call: ProviderACall = {
      call: 'POST token',
      method: 'POST',
      path: 'token/new/',
      body: { secret_id: this.config.secretId, secret_key: this.config.secretKey },
    };
    const { body } = this.read(call, await this.request(call, null));
    if (isJson(body) && typeof body.access === 'string' && typeof body.access_expires === 'number') {
      return { access: body.access, expiresInMs: body.access_expires * 1000 };
    }
    throw new ProviderError({ kind: 'invalid_answer' }, 'POST token gave no token');
  }

  private request(call: ProviderACall, token: string | null): Promise<HttpAnswer> {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const { call: name, method, path, body } = call;
    return this.http.request({ call: name, method, path, ...jsonRequest(authorization, body) });
  }

  private read(call: ProviderACall, answer: HttpAnswer): ProviderAAnswer<unknown> {
    if (isSuccess(answer)) return { body: parsedJson(answer.text), headers: answer.headers };
    throw this.http.refused(toProviderError(toRefused(call, answer)));
  }
}

function toRefused(call: ProviderACall, answer: HttpAnswer): RefusedAnswer {
  return { call: call.call, status: answer.status, headers: answer.headers, body: parsedJson(answer.text) };
}

function invalidAnswer(call: ProviderACall, what: string, headers: ResponseHeaders): ProviderError {
  return new ProviderError(
    { kind: 'invalid_answer' },
    `${call.call} gave ${what}`,
    accountAllowance(headers),
  );
}
