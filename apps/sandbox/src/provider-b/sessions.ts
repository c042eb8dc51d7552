import { randomUUID } from 'node:crypto';
import { stableUuid } from '../state/stable-ids';
import type { Authorization, ProviderBEvent, Session, SessionStatus } from './provider-b.events';
import { problem, type ErrorName } from './problem';

const ENDED: Readonly<Record<Exclude<SessionStatus, 'AUTHORIZED'>, ErrorName>> = {
  CLOSED: 'CLOSED_SESSION',
  REVOKED: 'REVOKED_SESSION',
  EXPIRED: 'EXPIRED_SESSION',
};

/** Authorizations and their sessions: which session may read which account, under which uid, until when. */
export class Sessions {
  private readonly authorizations = new Map<string, Authorization>();
  private readonly sessions = new Map<string, Session>();
  private readonly byUid = new Map<string, { sessionId: string; account: string }>();

  constructor(
    private readonly now: () => number,
    private readonly record: (event: ProviderBEvent) => void,
  ) {}

  authorization(id: string): Authorization | undefined {
    return this.authorizations.get(id);
  }

  saveAuthorization(authorization: Authorization): Authorization {
    this.restoreAuthorization(authorization);
    this.record({ kind: 'authorization', authorization });
    return authorization;
  }

  /** Spends the code. Another session of the same login at the same bank is closed by it. */
  begin(code: unknown, accountsOf: (authorization: Authorization) => readonly string[]): Session {
    const found = [...this.authorizations.values()].find((it) => it.code !== null && it.code === code);
    if (!found) throw problem('WRONG_AUTHORIZATION_CODE');
    if ([...this.sessions.values()].some(({ id }) => id === sessionIdOf(found))) {
      throw problem('ALREADY_AUTHORIZED');
    }
    const login = found.login ?? found.id;
    for (const other of this.sessions.values()) {
      const isSameLogin = other.login === login && other.aspsp.name === found.aspsp.name;
      if (isSameLogin && other.status === 'AUTHORIZED') this.end(other.id, 'CLOSED');
    }
    return this.save({
      id: sessionIdOf(found),
      status: 'AUTHORIZED',
      aspsp: found.aspsp,
      psuType: found.psuType,
      login,
      validUntil: found.validUntil,
      created: this.time(),
      closed: null,
      accounts: accountsOf(found),
    });
  }

  session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw problem('SESSION_DOES_NOT_EXIST');
    const isOver = session.status === 'AUTHORIZED' && Date.parse(session.validUntil) <= this.now();
    return isOver ? { ...session, status: 'EXPIRED' } : session;
  }

  authorized(): Session[] {
    return [...this.sessions.keys()]
      .map((id) => this.session(id))
      .filter(({ status }) => status === 'AUTHORIZED');
  }

  end(id: string, status: SessionStatus): Session {
    return this.save({ ...this.session(id), status, closed: this.time() });
  }

  endAll(status: SessionStatus): void {
    for (const { id } of this.authorized()) this.end(id, status);
  }

  /** The living session and the bank's account behind a uid. @throws Problem */
  open(uid: string): { session: Session; account: string } {
    const found = this.byUid.get(uid);
    if (!found) throw problem('ACCOUNT_DOES_NOT_EXIST');
    const session = this.session(found.sessionId);
    if (session.status !== 'AUTHORIZED') throw problem(ENDED[session.status]);
    return { session, account: found.account };
  }

  /** The bank's account of a uid, whatever the status of its session. */
  accountBehind(uid: string): string | undefined {
    return this.byUid.get(uid)?.account;
  }

  /** As at the start: nobody has consented to anything. */
  reset(): void {
    this.authorizations.clear();
    this.sessions.clear();
    this.byUid.clear();
  }

  restoreAuthorization(authorization: Authorization): void {
    this.authorizations.set(authorization.id, authorization);
  }

  restoreSession(session: Session): void {
    this.sessions.set(session.id, session);
    for (const account of session.accounts) {
      this.byUid.set(uidOf(session, account), { sessionId: session.id, account });
    }
  }

  private save(session: Session): Session {
    this.restoreSession(session);
    this.record({ kind: 'session', session });
    return session;
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}

export function newCode(): string {
  return randomUUID();
}

/** What the account is called in this session; the next session calls it differently. */
export function uidOf(session: Session, account: string): string {
  return stableUuid(`provider-b/uid/${session.id}/${account}`);
}

function sessionIdOf(authorization: Authorization): string {
  return stableUuid(`provider-b/session/${authorization.id}`);
}
