import { randomBytes } from 'node:crypto';
import type { Bank } from '../bank/bank';
import { RetryWindows } from '../faults/retry-windows';
import type { SandboxClock } from '../state/sandbox-clock';
import { openJournal, type Journal } from '../state/journal';
import { USUAL_SIMPLEFIN_BEHAVIOUR, type SimpleFinBehaviour } from './behaviour';
import type { SetupToken, SimpleFinAccess, SimpleFinEvent } from './simplefin.events';

export interface SimpleFinSetting {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  readonly dailyRequests: number;
  readonly dataDir?: string;
}

interface AccessUse {
  readonly day: string;
  requests: number;
}

/** Everything that the SimpleFIN server knows, replayed from its journal at start. */
export class SimpleFinState {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  readonly retryWindows: RetryWindows;
  behaviour: SimpleFinBehaviour = USUAL_SIMPLEFIN_BEHAVIOUR;
  dailyRequests: number;
  private readonly tokens = new Map<string, SetupToken>();
  private readonly accesses = new Map<string, SimpleFinAccess>();
  private readonly used = new Map<string, AccessUse>();
  private readonly counts = new Map<string, { requests: number; beyond: number }>();
  private readonly requestsAtStart: number;
  private readonly journal: Journal<SimpleFinEvent>;

  constructor(setting: SimpleFinSetting) {
    this.bank = setting.bank;
    this.clock = setting.clock;
    this.requestsAtStart = setting.dailyRequests;
    this.dailyRequests = setting.dailyRequests;
    this.retryWindows = new RetryWindows(() => setting.clock.now());
    this.journal = openJournal<SimpleFinEvent>(setting.dataDir, 'simplefin', (event) => this.replay(event));
  }

  /** A token for the accounts of an institution; the secret is good for one claim. */
  newToken(institution: string): SetupToken {
    const token = { secret: randomBytes(24).toString('hex'), institution };
    this.tokens.set(token.secret, token);
    this.journal.append({ kind: 'token', token });
    return token;
  }

  /** Undefined for an unknown token, and one that was claimed. */
  claim(secret: string): SimpleFinAccess | undefined {
    const token = this.tokens.get(secret);
    if (!token) return undefined;
    const access = {
      user: randomBytes(8).toString('hex'),
      password: randomBytes(24).toString('hex'),
      institution: token.institution,
      revoked: false,
    };
    this.applyClaim(secret, access);
    this.journal.append({ kind: 'claimed', secret, access });
    return access;
  }

  /** Undefined where the credentials open nothing, or nothing any more. */
  access(user: string, password: string): SimpleFinAccess | undefined {
    const access = this.accesses.get(user);
    return access?.password === password && !access.revoked ? access : undefined;
  }

  /** The user ends all access at the server. */
  revokeAll(): void {
    for (const access of this.accesses.values()) {
      const revoked = { ...access, revoked: true };
      this.accesses.set(access.user, revoked);
      this.journal.append({ kind: 'access', access: revoked });
    }
  }

  /** Counts a request of the access. @returns whether it is within the day's number */
  count({ user }: SimpleFinAccess): boolean {
    const day = this.clock.today();
    const use = this.used.get(user);
    const current = use?.day === day ? use : { day, requests: 0 };
    current.requests += 1;
    this.used.set(user, current);
    const isWithin = current.requests <= this.dailyRequests;
    const count = this.counts.get(user) ?? { requests: 0, beyond: 0 };
    this.counts.set(user, {
      requests: count.requests + 1,
      beyond: count.beyond + (isWithin ? 0 : 1),
    });
    return isWithin;
  }

  /** Of each access, since the start of this process. */
  ledger(): object {
    return {
      open_tokens: this.tokens.size,
      accesses: [...this.accesses.values()].map(({ user, institution, revoked }) => ({
        id: user,
        institution,
        revoked,
        requests: this.counts.get(user)?.requests ?? 0,
        requests_beyond_allowance: this.counts.get(user)?.beyond ?? 0,
      })),
    };
  }

  /** As at the start: nobody has a token or access. */
  reset(): void {
    this.behaviour = USUAL_SIMPLEFIN_BEHAVIOUR;
    this.dailyRequests = this.requestsAtStart;
    for (const part of [this.tokens, this.accesses, this.used, this.counts]) part.clear();
    this.retryWindows.reset();
  }

  close(): void {
    this.journal.close();
  }

  private applyClaim(secret: string, access: SimpleFinAccess): void {
    this.tokens.delete(secret);
    this.accesses.set(access.user, access);
  }

  private replay(event: SimpleFinEvent): void {
    switch (event.kind) {
      case 'token':
        this.tokens.set(event.token.secret, event.token);
        return;
      case 'claimed':
        return this.applyClaim(event.secret, event.access);
      case 'access':
        this.accesses.set(event.access.user, event.access);
        return;
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}
