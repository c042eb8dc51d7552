import { context, SpanKind } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import { AddressRefusedError, GuardedHttp, HttpAnswer, isSuccess, NoAnswerError } from '@tributary/outbound';
import { parseLossless } from '../json-decimals';
import { isJson, Json } from '../json-fields';
import { ProviderError, SetupTokenRefused } from '../provider.errors';
import { ConsentReference } from '../provider.port';
import { accessFrom, parseAccessUrl } from './access-url';
import { SimpleFinConfig } from './config';
import { toProviderError } from './errors';
import { RequestLedger } from './request-ledger';
import { claimUrlIn } from './setup-token';

/** Sixty days of a hundred busy accounts are below ten megabytes. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const ACCOUNTS = 'GET accounts';

/** What of the accounts is asked for; times in seconds since 1970. */
export interface AccountsQuery {
  readonly balancesOnly: boolean;
  readonly startDate?: number;
  /** Exclusive. */
  readonly endDate?: number;
}

/** HTTP to SimpleFIN servers: claims and account sets; it does not interpret the latter. */
export class SimpleFinClient {
  private readonly http: GuardedHttp;

  constructor(
    config: SimpleFinConfig,
    private readonly ledger: RequestLedger,
  ) {
    this.http = new GuardedHttp({ ...config, answerBytesMax: ANSWER_BYTES_MAX });
  }

  /** @returns the access URL. @throws SetupTokenRefused, ProviderError */
  async claim(setupToken: string): Promise<string> {
    const url = claimUrlIn(setupToken);
    const call = 'POST claim';
    const answer = await this.traced(call, () =>
      this.http.request(url, { method: 'POST', headers: { 'content-length': '0' } }),
    ).catch((error: unknown) => {
      throw isAddressRefused(error) ? new SetupTokenRefused('address', { cause: error }) : error;
    });
    if ([401, 403, 404, 410].includes(answer.status)) throw new SetupTokenRefused('used');
    if (!isSuccess(answer)) throw toProviderError(call, answer.status, answer.headers);
    if (parseAccessUrl(answer.text) === null) throw new SetupTokenRefused('no_access');
    return answer.text.trim();
  }

  /** The account set of a connection, all accounts in one request. @throws ProviderError */
  async accounts(consent: ConsentReference, query: AccountsQuery): Promise<Json> {
    const { baseUrl, authorization } = accessFrom(consent.secret);
    const waitMs = await this.ledger.spend(consent.consentId);
    if (waitMs !== null) {
      const failure = { kind: 'rate_limited', scope: 'resource', retryAfterMs: waitMs } as const;
      throw new ProviderError(failure, `${ACCOUNTS} has to wait: the day's requests are made`);
    }
    const url = new URL(`${baseUrl}/accounts?${parametersOf(query)}`);
    const answer = await this.traced(ACCOUNTS, () =>
      this.http.request(url, { method: 'GET', headers: { accept: 'application/json', authorization } }),
    );
    if (!isSuccess(answer)) throw toProviderError(ACCOUNTS, answer.status, answer.headers);
    const body = parsed(answer.text);
    if (isJson(body)) return body;
    throw new ProviderError({ kind: 'invalid_answer' }, `${ACCOUNTS} gave no JSON object`);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private traced(call: string, request: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    return inSpan(`simplefin ${call}`, SpanKind.CLIENT, context.active(), async () => {
      try {
        return await request();
      } catch (cause) {
        throw cause instanceof NoAnswerError ? noAnswer(call, cause) : cause;
      }
    });
  }
}

function parametersOf({ balancesOnly, startDate, endDate }: AccountsQuery): string {
  const parameters = new URLSearchParams({ version: '2' });
  if (balancesOnly) parameters.set('balances-only', '1');
  else parameters.set('pending', '1');
  if (startDate !== undefined) parameters.set('start-date', String(startDate));
  if (endDate !== undefined) parameters.set('end-date', String(endDate));
  return parameters.toString();
}

function noAnswer(call: string, cause: NoAnswerError): ProviderError {
  return new ProviderError(
    cause.stage === 'too-long' ? { kind: 'invalid_answer' } : { kind: 'transient', retryAfterMs: null },
    `${call} ended without a whole answer`,
    null,
    { cause, isUnanswered: cause.stage !== 'not-sent' },
  );
}

function isAddressRefused(error: unknown): boolean {
  const cause = error instanceof ProviderError ? error.cause : null;
  return cause instanceof NoAnswerError && cause.cause instanceof AddressRefusedError;
}

/** Null where the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return null;
  }
}
