import {
  HttpAnswer,
  NoAnswerError,
  OutboundHttp,
  OutboundRequest,
  ResponseHeaders,
} from '@tributary/outbound';
import { ProviderError } from './provider.errors';
import { AllowanceReading } from './provider.port';

/** A request with the name that it has in traces and errors, without ids of people. */
export interface ProviderRequest extends OutboundRequest {
  readonly call: string;
}

/**
 * HTTP to a provider. @param allowanceIn what an answer's headers tell of the allowance, also where the answer is then cut
 * @throws ProviderError `transient` where no whole answer came, `invalid_answer` where it was too long
 */
export async function askProvider(
  http: OutboundHttp,
  { call, ...request }: ProviderRequest,
  allowanceIn: (headers: ResponseHeaders) => AllowanceReading | null,
): Promise<HttpAnswer> {
  try {
    return await http.request(request);
  } catch (cause) {
    throw cause instanceof NoAnswerError ? noAnswer(call, allowanceIn(cause.headers), cause) : cause;
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
