import { context, SpanKind } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import { AddressRefusedError, GuardedHttp, isSuccess, NoAnswerError } from '@tributary/outbound';
import { ProviderError, SetupTokenRefused } from '../../provider.errors';
import { ConsentReference } from '../../provider.port';
import { accessFrom, parseAccessUrl } from './access-url';
import { SimpleFinConfig } from '../config';
import { toProviderError } from './errors';
import { AnswerBeyondLimits, AnswerUnreadable, ExceededLimit } from '../reading/answer-beyond-limits';
import { ANSWER_LIMITS } from '../reading/answer-limits';
import { AnswerReading } from '../reading/answer-reading';
import { ReadAnswer } from '../reading/read-answer';
import { answerRefused } from '../reading/refused-answers';
import { RequestLedger } from './request-ledger';

const ACCOUNTS = 'GET accounts';

/** Parameters of a request for accounts; times in seconds since 1970. */
export interface AccountsQuery {
  readonly balancesOnly: boolean;
  readonly startDate?: number;
  /** Exclusive. */
  readonly endDate?: number;
}

/** HTTP to SimpleFIN servers: claims tokens and reads account sets, which it does not interpret. */
export class SimpleFinClient {
  private readonly http: GuardedHttp;
  private readonly reading = new AnswerReading();

  constructor(
    config: SimpleFinConfig,
    private readonly ledger: RequestLedger,
  ) {
    this.http = new GuardedHttp({ ...config, answerBytesMax: ANSWER_LIMITS.bytes });
  }

  /** @returns the access URL. @throws SetupTokenRefused, ProviderError */
  async claim(setupToken: string): Promise<string> {
    const url = claimUrlIn(setupToken);
    const call = 'POST claim';
    const answer = await this.traced(call, () =>
      this.http.request(url, { method: 'POST', headers: { 'content-length': '0' } }),
    ).catch((error: unknown) => {
      throw isNoServer(error) ? new SetupTokenRefused('address', { cause: error }) : error;
    });
    if ([401, 403, 404, 410].includes(answer.status)) throw new SetupTokenRefused('used');
    if (!isSuccess(answer)) throw toProviderError(call, answer.status, answer.headers);
    if (parseAccessUrl(answer.text) === null) throw new SetupTokenRefused('no_access');
    return answer.text.trim();
  }

  /** The account set of a connection, all accounts in one request. @throws ProviderError */
  async accounts(consent: ConsentReference, query: AccountsQuery): Promise<ReadAnswer> {
    const { baseUrl, authorization } = accessFrom(consent.secret);
    const waitMs = await this.ledger.spend(consent.consentId);
    if (waitMs !== null) {
      const failure = { kind: 'rate_limited', scope: 'resource', retryAfterMs: waitMs } as const;
      throw new ProviderError(failure, `${ACCOUNTS} has to wait: the day's requests are made`);
    }
    const url = new URL(`${baseUrl}/accounts?${parametersOf(query)}`);
    const turn = this.reading.begin(consent.userId);
    try {
      const headers = { accept: 'application/json', authorization };
      const answer = await this.traced(ACCOUNTS, () =>
        this.http.pieces(url, { method: 'GET', headers }, turn),
      );
      if (!isSuccess(answer)) throw toProviderError(ACCOUNTS, answer.status, answer.headers);
      return await turn.read(answer.pieces);
    } catch (error) {
      throw this.toFailure(error);
    } finally {
      turn.end();
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private toFailure(error: unknown): unknown {
    if (error instanceof AnswerUnreadable) {
      return new ProviderError({ kind: 'invalid_answer' }, `${ACCOUNTS} gave no JSON object`);
    }
    const beyond = beyondLimits(error);
    return beyond ? answerRefused(beyond) : error;
  }

  private traced<Answer>(call: string, request: () => Promise<Answer>): Promise<Answer> {
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

/**
 * Returns whether the name resolves to no server, or to a forbidden address. The message is the same for both, because
 * a difference would reveal the names of the installation's own network.
 */
function isNoServer(error: unknown): boolean {
  const cause = error instanceof ProviderError ? error.cause : null;
  const reason = cause instanceof NoAnswerError ? cause.cause : null;
  return (
    reason instanceof AddressRefusedError || (reason instanceof Error && UNKNOWN_NAME.has(codeOf(reason)))
  );
}

/** Error codes of resolvers that find no address. */
const UNKNOWN_NAME: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ESERVFAIL',
]);

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

function beyondLimits(error: unknown): { readonly limit: ExceededLimit; readonly message: string } | null {
  if (error instanceof AnswerBeyondLimits) return error;
  const cause = error instanceof ProviderError ? error.cause : null;
  return cause instanceof NoAnswerError && cause.stage === 'too-long' ? TOO_LONG : null;
}

const TOO_LONG = {
  limit: 'bytes',
  message: `The server's answer has more than ${ANSWER_LIMITS.bytes / 1024 / 1024} MB.`,
} as const;

const TOKEN_CHARACTERS = /^[A-Za-z0-9+/_-]+={0,2}$/;
const URL_LENGTH_MAX = 2048;

/** The address where access is claimed, in a setup token. @throws SetupTokenRefused */
function claimUrlIn(setupToken: string): URL {
  const token = setupToken.replace(/\s/g, '');
  const text = TOKEN_CHARACTERS.test(token) ? Buffer.from(token, 'base64').toString('utf8').trim() : '';
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) throw new SetupTokenRefused('malformed');
  const url = new URL(text);
  const isWebAddress = ['http:', 'https:'].includes(url.protocol);
  if (!isWebAddress || url.username !== '' || url.password !== '') throw new SetupTokenRefused('malformed');
  url.hash = '';
  return url;
}
