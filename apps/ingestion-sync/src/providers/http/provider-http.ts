import { Clock } from '@tributary/messaging';
import {
  HttpAnswer,
  NoAnswerError,
  OutboundHttp,
  OutboundHttpOptions,
  OutboundRequest,
  ResponseHeaders,
} from '@tributary/outbound';
import { ProviderError } from '../provider.errors';
import { AllowanceReading } from '../provider.port';

/** A request with the name that it has in traces and errors, without ids of people. */
interface ProviderRequest extends OutboundRequest {
  readonly call: string;
}

/** The HTTP client of a provider: makes no request while the whole service is blocked. */
export class ProviderHttp {
  private readonly http: OutboundHttp;
  private closedUntil = 0;

  constructor(
    { baseUrl, connections, timeoutMs, answerBytesMax }: OutboundHttpOptions,
    private readonly clock: Clock,
    /** Reads the allowance from response headers, also if the response is then cut off. */
    private readonly allowanceIn: (headers: ResponseHeaders) => AllowanceReading | null,
  ) {
    this.http = new OutboundHttp({ baseUrl, connections, timeoutMs, answerBytesMax });
  }

  /**
   * Sends a request.
   * @throws ProviderError `transient` if no complete response arrived, `invalid_answer` if it was too long
   */
  async request({ call, ...request }: ProviderRequest): Promise<HttpAnswer> {
    const retryAfterMs = this.closedUntil - this.clock.now();
    if (retryAfterMs > 0) {
      const failure = { kind: 'rate_limited', scope: 'provider', retryAfterMs } as const;
      throw new ProviderError(failure, `${call} has to wait: the provider accepts no calls`);
    }
    try {
      return await this.http.request(request);
    } catch (cause) {
      throw cause instanceof NoAnswerError ? noAnswer(call, this.allowanceIn(cause.headers), cause) : cause;
    }
  }

  /**
   * Blocks requests until the end of a refusal.
   * @returns the refusal
   */
  refused(error: ProviderError): ProviderError {
    const { failure } = error;
    if (failure.kind === 'rate_limited' && failure.scope === 'provider') {
      this.closedUntil = this.clock.now() + failure.retryAfterMs;
    }
    return error;
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

function noAnswer(call: string, allowance: AllowanceReading | null, cause: NoAnswerError): ProviderError {
  return new ProviderError(
    cause.stage === 'too-long' ? { kind: 'invalid_answer' } : { kind: 'transient', retryAfterMs: null },
    `${call} ended without a whole answer`,
    allowance,
    { cause, isUnanswered: cause.stage !== 'not-sent' },
  );
}
