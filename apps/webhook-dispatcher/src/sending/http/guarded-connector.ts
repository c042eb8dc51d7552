import { AddressGuard, AddressRefusedError, guardedLookup, NameLookups, Resolve } from '@tributary/outbound';
import { createSecureContext, rootCertificates, SecureContext, TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { Socket } from 'node:net';

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

/** Of the size of a few certificates each. */
const SERVERS_MAX = 1000;

/**
 * The last TLS session of each server. Who continues one needs neither certificates nor signatures: a connection costs
 * a third of the first one's processor time. Only connections whose certificate was accepted leave one.
 */
class TlsSessions {
  /** The servers whose sessions are oldest first. */
  private readonly sessions = new Map<string, Buffer>();

  of(server: string): Buffer | undefined {
    return this.sessions.get(server);
  }

  /** @param socket null if there is no connection: a server that refuses a session gets none the next time. */
  connected(server: string, socket: Socket | null): void {
    if (socket === null) this.sessions.delete(server);
    if (!(socket instanceof TLSSocket)) return;
    socket.on('session', (session) => this.keep(server, session));
    // Before TLS 1.3 it comes with the handshake, so its event is over.
    const session = socket.getProtocol() === 'TLSv1.3' ? undefined : socket.getSession();
    if (session) this.keep(server, session);
  }

  private keep(server: string, session: Buffer): void {
    this.sessions.delete(server);
    this.sessions.set(server, session);
    if (this.sessions.size <= SERVERS_MAX) return;
    for (const oldest of this.sessions.keys()) {
      this.sessions.delete(oldest);
      return;
    }
  }
}
