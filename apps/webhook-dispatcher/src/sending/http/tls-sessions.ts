import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Of the size of a few certificates each. */
const SERVERS_MAX = 1000;

/**
 * The last TLS session of each server. Who continues one needs neither certificates nor signatures: a connection costs
 * a third of the first one's processor time. Only connections whose certificate was accepted leave one.
 */
export class TlsSessions {
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
