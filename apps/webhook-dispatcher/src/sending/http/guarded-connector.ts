import { AddressGuard, AddressRefusedError, guardedLookup, NameLookups, Resolve } from '@tributary/outbound';
import { createSecureContext, rootCertificates, SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { TlsSessions } from './tls-sessions';

export interface ConnectorOptions {
  readonly guard: AddressGuard;
  readonly timeoutMs: number;
  /** PEM of an additional trusted authority. */
  readonly extraCa: string | null;
  readonly resolve?: Resolve;
  /** Opens the sockets; replaced in tests. */
  readonly sockets?: typeof buildConnector;
}

/**
 * Makes TLS connections to checked addresses only. A name is resolved once and the connection uses the checked address,
 * so that a name cannot change between check and use.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, timeoutMs, extraCa, sockets = buildConnector } = options;
  const common = {
    timeout: timeoutMs,
    secureContext: extraCa === null ? undefined : trusting(extraCa),
    lookup: guardedLookup(guard, options.resolve ?? new NameLookups().resolve),
    maxCachedSessions: 0, // undici's do not tell the ports of a host apart, and go with any garbage collection
  };
  const sessions = new TlsSessions();
  return (target, callback) => {
    const isPlain = target.protocol !== 'https:';
    // Node does not resolve addresses, so they are checked here.
    if (isPlain || guard.refusesLiteral(new URL(`https://${target.host ?? target.hostname}`))) {
      return callback(new AddressRefusedError(), null);
    }
    const server = `${target.hostname}:${target.port}`;
    sockets({ ...common, session: sessions.of(server) })(target, (...result) => {
      sessions.connected(server, result[1]);
      callback(...result);
    });
  };
}

/** Created once: reading all default authorities for each connection costs more than its handshake. */
function trusting(extraCa: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, extraCa] });
}
