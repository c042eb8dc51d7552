import { randomUUID } from 'node:crypto';
import { stableUuid } from '../state/stable-ids';
import { notFound, problem } from './problem';
import { Connection, PortalSession, ProviderCEvent, RegisteredUser } from './provider-c.events';

const LINK_LIVES_MS = 5 * 60_000;

/** Users, what they have connected, and the links by which they do so. */
export class Connections {
  private readonly users = new Map<string, RegisteredUser>();
  private readonly connections = new Map<string, Connection>();
  private readonly sessions = new Map<string, PortalSession>();

  constructor(
    private readonly now: () => number,
    private readonly record: (event: ProviderCEvent) => void,
  ) {}

  register(clientId: string, userId: string): RegisteredUser {
    if (this.users.has(userId)) throw problem(400, 'User with the following userId already exist', '1010');
    const user = { clientId, userId, secret: randomUUID() };
    this.record({ kind: 'user', user });
    this.restoreUser(user);
    return user;
  }

  user(userId: string): RegisteredUser | undefined {
    return this.users.get(userId);
  }

  /** With all that the user connected. */
  deleteUser(userId: string): void {
    if (!this.users.has(userId)) throw notFound();
    for (const { id } of this.of(userId)) this.delete(userId, id);
    this.forgetUser(userId);
    this.record({ kind: 'user-deleted', userId });
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
    return this.save({
      id: known?.id ?? randomUUID(),
      userId,
      slug: known?.slug ?? slug,
      createdAt: known?.createdAt ?? new Date(this.now()).toISOString(),
      disabledAt: null,
    });
  }

  setDisabled(id: string, disabled: boolean): boolean {
    const connection = this.connections.get(id);
    if (!connection) return false;
    this.save({ ...connection, disabledAt: disabled ? new Date(this.now()).toISOString() : null });
    return true;
  }

  all(): readonly Connection[] {
    return [...this.connections.values()];
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
    this.forget(id);
    this.record({ kind: 'connection-deleted', id });
  }

  /** As at the start: nobody is registered. */
  reset(): void {
    this.users.clear();
    this.connections.clear();
    this.sessions.clear();
  }

  restoreUser(user: RegisteredUser): void {
    this.users.set(user.userId, user);
  }

  forgetUser(userId: string): void {
    this.users.delete(userId);
  }

  restore(connection: Connection): void {
    this.connections.set(connection.id, connection);
  }

  forget(id: string): void {
    this.connections.delete(id);
  }

  private save(connection: Connection): Connection {
    this.restore(connection);
    this.record({ kind: 'connection', connection });
    return connection;
  }
}

/** An account has another id under each connection: deleting and adding one gives new ids. */
export function accountIdOf(connection: Connection, accountKey: string): string {
  return stableUuid(`${connection.id}/${accountKey}`);
}
