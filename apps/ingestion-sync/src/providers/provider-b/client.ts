import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan } from '@tributary/messaging';
import { HttpAnswer, isSuccess, parsedJson, OutboundHttp, jsonRequest } from '@tributary/outbound';
import { askProvider } from '../provider-http';
import { isJson, Json } from '../json-fields';
import { ProviderError } from '../provider.errors';
import { PresentUser } from '../provider.port';
import { TokenCache } from '../token-cache';
import { applicationTokens } from './application-tokens';
import { ProviderBConfig } from './config';
import { RefusedAnswer, toProviderError } from './errors';
import { accountAllowance } from './rate-limits';
import { userHeaders } from './user-headers';

/** A page has about a hundred rows. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** A request to PROVIDER_B. `call` names it in traces and errors, without ids of people. */
export interface ProviderBCall {
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly body?: object;
  /** Who waits for the answer, where somebody does. */
  readonly user?: PresentUser | null;
}

/** HTTP to PROVIDER_B: connections, token, errors; knows nothing of what the answers mean. */
export class ProviderBClient {
  private readonly http: OutboundHttp;
  private readonly tokens: TokenCache;
  /** The whole service said to wait; nobody calls before. */
  private closedUntil = 0;

  constructor(
    config: ProviderBConfig,
    private readonly clock: Clock,
  ) {
    const { baseUrl, connections, timeoutMs } = config;
    this.http = new OutboundHttp({
      baseUrl,
      connections,
      timeoutMs,
      answerBytesMax: ANSWER_BYTES_MAX,
    });
    this.tokens = applicationTokens(config, clock);
  }

  now(): number {
    return this.clock.now();
  }

  /** The JSON object of a successful answer. @throws ProviderError */
  async send(call: ProviderBCall): Promise<Json> {
    return inSpan(`provider-b ${call.call}`, SpanKind.CLIENT, context.active(), async () => {
      const body = parsedJson((await this.answered(call)).text);
      if (isJson(body)) return body;
      throw new ProviderError({ kind: 'invalid_answer' }, `${call.call} gave no JSON object`);
    });
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async answered(call: ProviderBCall): Promise<HttpAnswer> {
    const answer = await this.request(call);
    if (isSuccess(answer)) return answer;
    throw this.refusal(call, answer);
  }

  private async request(call: ProviderBCall): Promise<HttpAnswer> {
    this.checkOpen(call);
    const { call: name, method, path, body, user } = call;
    const headers = {
      authorization: `Bearer ${await this.tokens.get()}`,
      ...(user ? userHeaders(user) : {}),
    };
    return askProvider(
      this.http,
      { call: name, method, path, ...jsonRequest(headers, body) },
      accountAllowance,
    );
  }

  private refusal(call: ProviderBCall, answer: HttpAnswer): ProviderError {
    const error = toProviderError(toRefused(call, answer), this.clock.now());
    if (error.failure.kind === 'rate_limited' && error.failure.scope === 'provider') {
      this.closedUntil = this.clock.now() + error.failure.retryAfterMs;
    }
    return error;
  }

  private checkOpen(call: ProviderBCall): void {
    const retryAfterMs = this.closedUntil - this.clock.now();
    if (retryAfterMs <= 0) return;
    throw new ProviderError(
      { kind: 'rate_limited', scope: 'provider', retryAfterMs },
      `${call.call} has to wait: the provider takes no calls`,
    );
  }
}

function toRefused(call: ProviderBCall, answer: HttpAnswer): RefusedAnswer {
  return { call: call.call, status: answer.status, headers: answer.headers, body: parsedJson(answer.text) };
}
