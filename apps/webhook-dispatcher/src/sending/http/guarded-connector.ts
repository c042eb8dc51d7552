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
    maxCachedSessions: 0, // undici's own do not distinguish a host's ports
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

/** Creates the context once: reading all default authorities for each connection costs more than its handshake. */
function trusting(extraCa: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, extraCa] });
}

/** The most stored sessions; each has the size of a few certificates. */
const SERVERS_MAX = 1000;

/**
 * Stores the last TLS session of each server. A resumed connection needs neither certificates nor signatures and costs
 * a third of the processor time. Only connections with an accepted certificate store a session.
 */
class TlsSessions {
  /** The sessions by server, the oldest first. */
  private readonly sessions = new Map<string, Buffer>();

  of(server: string): Buffer | undefined {
    return this.sessions.get(server);
  }

  /**
   * Stores the session of a connection.
   * @param socket null if the connection failed: the server's session is removed, because the server may have refused
   * it
   */
  connected(server: string, socket: Socket | null): void {
    if (socket === null) this.sessions.delete(server);
    if (!(socket instanceof TLSSocket)) return;
    socket.on('session', (session) => this.keep(server, session));
    // Before TLS 1.3 the session arrives during the handshake, so its event has passed.
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
