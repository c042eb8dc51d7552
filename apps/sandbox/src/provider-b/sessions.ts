import { stableUuid } from '../state/stable-ids';
import type { Store } from '../state/store';
import { problem, type ErrorName } from './problem';

/** A bank as the API names it: there is no id. */
export interface Aspsp {
  readonly name: string;
  readonly country: string;
}

/** A user's way to the bank and back. */
export interface Authorization {
  readonly id: string;
  readonly aspsp: Aspsp;
  readonly state: string;
  readonly redirectUrl: string;
  readonly validUntil: string;
  readonly psuType: 'personal' | 'business';
  /** Given after the user has consented; valid for one session. */
  readonly code: string | null;
  /** The user's login at the bank. */
  readonly login: string | null;
}

export type SessionStatus = 'AUTHORIZED' | 'CLOSED' | 'REVOKED' | 'EXPIRED';

/** The access that a code was exchanged for: accounts, each under a uid that is good in this session alone. */
export interface Session {
  readonly id: string;
  readonly status: SessionStatus;
  readonly aspsp: Aspsp;
  readonly psuType: 'personal' | 'business';
  readonly login: string;
  readonly validUntil: string;
  readonly created: string;
  readonly closed: string | null;
  /** The bank's accounts. */
  readonly accounts: readonly string[];
}

const ENDED: Readonly<Record<Exclude<SessionStatus, 'AUTHORIZED'>, ErrorName>> = {
  CLOSED: 'CLOSED_SESSION',
  REVOKED: 'REVOKED_SESSION',
  EXPIRED: 'EXPIRED_SESSION',
};

/** Authorizations and their sessions: which session may read which account, under which uid, until when. */
export class Sessions {
  private readonly authorizations = this.store.table<Authorization>('authorization', ({ id }) => id);
  private readonly sessions = new Map<string, Session>();
  private readonly byUid = new Map<string, { sessionId: string; account: string }>();
  private readonly saved = this.store.event<{ session: Session }>('session', ({ session }) => {
    this.sessions.set(session.id, session);
    for (const account of session.accounts) {
      this.byUid.set(uidOf(session, account), { sessionId: session.id, account });
    }
  });

  constructor(
    private readonly now: () => number,
    private readonly store: Store,
  ) {}

  authorization(id: string): Authorization | undefined {
    return this.authorizations.get(id);
  }

  saveAuthorization(authorization: Authorization): Authorization {
    return this.authorizations.save(authorization);
  }

  /** Spends the code. Another session of the same login at the same bank is closed by it. */
  begin(code: unknown, accountsOf: (authorization: Authorization) => readonly string[]): Session {
    const found = this.authorizations.all().find((it) => it.code !== null && it.code === code);
    if (!found) throw problem('WRONG_AUTHORIZATION_CODE');
    if (this.sessions.has(sessionIdOf(found))) throw problem('ALREADY_AUTHORIZED');
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

  /** Removes all sessions and consents. */
  reset(): void {
    this.authorizations.reset();
    this.sessions.clear();
    this.byUid.clear();
  }

  private save(session: Session): Session {
    this.saved({ session });
    return session;
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}

/** The account's id in this session; the next session has another. */
export function uidOf(session: Session, account: string): string {
  return stableUuid(`provider-b/uid/${session.id}/${account}`);
}

function sessionIdOf(authorization: Authorization): string {
  return stableUuid(`provider-b/session/${authorization.id}`);
}
