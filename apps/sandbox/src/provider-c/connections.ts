import { randomUUID } from 'node:crypto';
import { stableUuid } from '../state/stable-ids';
import type { Store } from '../state/store';
import { notFound, problem } from './problem';

const LINK_LIVES_MS = 5 * 60_000;

/** A user of PROVIDER_C. */
export interface RegisteredUser {
  readonly clientId: string;
  readonly userId: string;
  readonly secret: string;
}

/** A broker's login that a user has connected. */
export interface Connection {
  readonly id: string;
  readonly userId: string;
  readonly slug: string;
  readonly createdAt: string;
  readonly disabledAt: string | null;
}

/** A way through the portal that was begun. */
export interface PortalSession {
  readonly id: string;
  readonly userId: string;
  readonly slug: string;
  readonly redirect: string | null;
  readonly reconnect: string | null;
  readonly expiresMs: number;
}

/** Users, their connections, and the links by which they connect. */
export class Connections {
  private readonly users = this.store.table<RegisteredUser>('user', ({ userId }) => userId, 'userId');
  private readonly connections = this.store.table<Connection>('connection', ({ id }) => id);
  private readonly sessions = new Map<string, PortalSession>();

  constructor(
    private readonly now: () => number,
    private readonly store: Store,
  ) {}

  register(clientId: string, userId: string): RegisteredUser {
    if (this.users.get(userId)) throw problem(400, 'User with the following userId already exist', '1010');
    return this.users.save({ clientId, userId, secret: randomUUID() });
  }

  user(userId: string): RegisteredUser | undefined {
    return this.users.get(userId);
  }

  /** Deletes the user with all connections. Throws 404. */
  deleteUser(userId: string): void {
    if (!this.users.get(userId)) throw notFound();
    for (const { id } of this.of(userId)) this.connections.delete(id);
    this.users.delete(userId);
  }

  open(session: Omit<PortalSession, 'id' | 'expiresMs'>): PortalSession {
    if (session.reconnect !== null) this.find(session.userId, session.reconnect);
    const opened = { ...session, id: randomUUID(), expiresMs: this.now() + LINK_LIVES_MS };
    this.sessions.set(opened.id, opened);
    return opened;
  }

  /** Undefined where the link was used or is too old. */
  takeSession(id: string): PortalSession | undefined {
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    return session && session.expiresMs > this.now() ? session : undefined;
  }

  /** A login that is connected already is the same connection again; one that was broken works again. */
  connect({ userId, slug, reconnect }: PortalSession): Connection {
    const known = this.of(userId).find(({ id, slug: other }) => id === reconnect || other === slug);
    return this.connections.save({
      id: known?.id ?? randomUUID(),
      userId,
      slug: known?.slug ?? slug,
      createdAt: known?.createdAt ?? new Date(this.now()).toISOString(),
      disabledAt: null,
    });
  }

  /** @returns whether there is such a connection */
  setDisabled(id: string, disabled: boolean): boolean {
    const connection = this.connections.get(id);
    if (!connection) return false;
    this.connections.save({
      ...connection,
      disabledAt: disabled ? new Date(this.now()).toISOString() : null,
    });
    return true;
  }

  all(): readonly Connection[] {
    return this.connections.all();
  }

  of(userId: string): readonly Connection[] {
    return this.all().filter((connection) => connection.userId === userId);
  }

  /** Throws 404 for another user's too. */
  find(userId: string, id: string): Connection {
    const connection = this.connections.get(id);
    if (connection?.userId !== userId) throw notFound();
    return connection;
  }

  delete(userId: string, id: string): void {
    this.find(userId, id);
    this.connections.delete(id);
  }

  /** Removes all users and connections. */
  reset(): void {
    this.users.reset();
    this.connections.reset();
    this.sessions.clear();
  }
}

/** An account has another id under each connection: deleting and adding one gives new ids. */
export function accountIdOf(connection: Connection, accountKey: string): string {
  return stableUuid(`${connection.id}/${accountKey}`);
}
