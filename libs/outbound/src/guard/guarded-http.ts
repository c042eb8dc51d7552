import { lookup } from 'node:dns';
import { type Agent, buildConnector, type Dispatcher } from 'undici';
import { AddressGuard, literalAddress } from './address-guard';
import { AddressRefusedError, guardedLookup } from './guarded-lookup';
import { Exchanges } from '../exchanges';
import { HttpAnswer, HttpExchange, HttpPieces, LargeAnswers } from '../http-exchange';
import { NoAnswerError, OutboundHttpOptions, OutboundRequest, stageOf } from '../outbound-http';
import { watchedAgent } from '../watched-connections';

/** Options of the connections to each server. */
export interface GuardedHttpOptions extends Omit<OutboundHttpOptions, 'baseUrl'> {
  /**
   * CIDRs of users' servers that are allowed although they are not public. Only these servers may be used without TLS.
   */
  readonly allowedNetworks: readonly string[];
}

const CONNECT_MS_MAX = 10_000;
const KEEP_ALIVE_MS_MAX = 30_000;

/**
 * HTTP to servers whose addresses users enter: connects to checked addresses only, without TLS to the operator's
 * networks alone, bounded in time and memory, and follows no redirects. Any response is returned, refusals too.
 */
export class GuardedHttp {
  private readonly agent: Agent;
  private readonly exchanges = new Exchanges();

  /** @throws InvalidNetworkError */
  constructor(private readonly options: GuardedHttpOptions) {
    const { connections, timeoutMs, answerBytesMax } = options;
    this.agent = watchedAgent({
      connections,
      keepAliveTimeout: KEEP_ALIVE_MS_MAX,
      keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: answerBytesMax,
      connect: connectorOf(options),
    });
  }

  /** @throws NoAnswerError whose cause is an AddressRefusedError where the server's address is refused */
  request(url: URL, request: Omit<OutboundRequest, 'path'>): Promise<HttpAnswer> {
    return this.exchange(url, request, null, (exchange, options) => exchange.run(this.agent, options));
  }

  /**
   * The response in pieces, for a reader in another thread. @throws NoAnswerError as `request` does
   * @param large lets responses that become large wait for each other
   */
  pieces(url: URL, request: Omit<OutboundRequest, 'path'>, large: LargeAnswers): Promise<HttpPieces> {
    return this.exchange(url, request, large, (exchange, options) => exchange.gather(this.agent, options));
  }

  private async exchange<Answer>(
    url: URL,
    { method, headers = {}, body }: Omit<OutboundRequest, 'path'>,
    large: LargeAnswers | null,
    run: (exchange: HttpExchange, options: Dispatcher.DispatchOptions) => Promise<Answer>,
  ): Promise<Answer> {
    const exchange = new HttpExchange(this.options.timeoutMs, large);
    const request = {
      origin: url.origin,
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      body: body ?? null,
    };
    try {
      return await this.exchanges.resultOf(run(exchange, request));
    } catch (cause) {
      throw new NoAnswerError(stageOf(cause), exchange.headers, cause);
    }
  }

  close(): Promise<void> {
    return this.exchanges.end(this.agent);
  }
}

function connectorOf({ allowedNetworks, timeoutMs }: GuardedHttpOptions): buildConnector.connector {
  const guard = new AddressGuard(allowedNetworks);
  const timeout = Math.min(CONNECT_MS_MAX, timeoutMs);
  const withTls = checked(guard, timeout);
  const plain = checked({ allows: (address) => guard.isListed(address) }, timeout);
  return (target, callback) => (target.protocol === 'https:' ? withTls : plain)(target, callback);
}

function checked(allowed: Pick<AddressGuard, 'allows'>, timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: guardedLookup(allowed, lookup) });
  return (target, callback) => {
    // Literal addresses are checked here, because Node does not resolve them.
    const address = literalAddress(target.hostname);
    if (address !== null && !allowed.allows(address)) return callback(new AddressRefusedError(), null);
    connect(target, callback);
  };
}
