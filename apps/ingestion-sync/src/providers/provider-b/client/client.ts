import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan } from '@tributary/messaging';
import { HttpAnswer, isSuccess, parsedJson, jsonRequest } from '@tributary/outbound';
import { ProviderHttp } from '../../http/provider-http';
import { isJson, Json } from '../../mapping/json-fields';
import { ProviderError } from '../../provider.errors';
import { PresentUser } from '../../provider.port';
import { TokenCache } from '../../http/token-cache';
import { applicationTokens } from './application-tokens';
import { ProviderBConfig } from '../config';
import { RefusedAnswer, toProviderError } from './errors';
import { accountAllowance } from './rate-limits';

/** A page has about a hundred rows. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** A request to PROVIDER_B. `call` names it in traces and errors, without ids of people. */
export interface ProviderBCall {
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly body?: object;
  /** The user who waits for the response, if any. */
  readonly user?: PresentUser | null;
}

/** The HTTP client of PROVIDER_B: connections, token, errors; it does not interpret responses. */
export class ProviderBClient {
  private readonly http: ProviderHttp;
  private readonly tokens: TokenCache;

  constructor(
    config: ProviderBConfig,
    private readonly clock: Clock,
  ) {
    this.http = new ProviderHttp({ ...config, answerBytesMax: ANSWER_BYTES_MAX }, clock, accountAllowance);
    this.tokens = applicationTokens(config, clock);
  }

  now(): number {
    return this.clock.now();
  }

  /**
   * Returns the JSON object of a successful response.
   * @throws ProviderError
   */
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
    throw this.http.refused(toProviderError(toRefused(call, answer), this.clock.now()));
  }

  private async request(call: ProviderBCall): Promise<HttpAnswer> {
    const { call: name, method, path, body, user } = call;
    const headers = {
      authorization: `Bearer ${await this.tokens.get()}`,
      ...(user ? userHeaders(user) : {}),
    };
    return this.http.request({ call: name, method, path, ...jsonRequest(headers, body) });
  }
}

function toRefused(call: ProviderBCall, answer: HttpAnswer): RefusedAnswer {
  return { call: call.call, status: answer.status, headers: answer.headers, body: parsedJson(answer.text) };
}

const HEADERS: Readonly<Record<keyof PresentUser, string>> = {
  ipAddress: 'Psu-Ip-Address',
  userAgent: 'Psu-User-Agent',
  referer: 'Psu-Referer',
  accept: 'Psu-Accept',
  acceptCharset: 'Psu-Accept-Charset',
  acceptEncoding: 'Psu-Accept-Encoding',
  acceptLanguage: 'Psu-Accept-language',
  geoLocation: 'Psu-Geo-Location',
};

/** The data of the present user, under the names that institutions require. */
function userHeaders(user: PresentUser): Record<string, string> {
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([member, header]) => {
      const value = user[member as keyof PresentUser];
      return value === undefined ? [] : [[header, value]];
    }),
  );
}
