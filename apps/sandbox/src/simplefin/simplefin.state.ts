import { randomBytes } from 'node:crypto';
import type { Bank } from '../bank/bank';
import { behaviourFrom } from '../server/fields';
import { Company, type CompanySetting } from '../state/company';

/** The trouble at one institution, as version 2 calls it. */
const TROUBLES = ['con.auth', 'act.failed', 'act.missingdata'] as const;

/** Settings of the SimpleFIN server. The protocol allows each of them, or a real server showed it. */
const USUAL_BEHAVIOUR = {
  /** Whether the server offers version 2; if not, its pages always have the older shape. */
  version2: true,
  /** Pages have both shapes at once. */
  bothShapes: false,
  /** Amounts are JSON numbers. */
  amountsAsNumbers: false,
  /** Each page gives transactions other ids. */
  rotatedIds: false,
  /** Whether each access gives its accounts new ids. */
  newAccountIds: false,
  /** Accounts are in miles. */
  customCurrency: false,
  /** Warns of a quota in each page. */
  quotaWarning: false,
  /** The trouble at the second institution. */
  trouble: null as (typeof TROUBLES)[number] | null,
};
export type SimpleFinBehaviour = Readonly<typeof USUAL_BEHAVIOUR>;

/** A setup token that was made, by the secret in its claim URL. */
interface SetupToken {
  readonly secret: string;
  readonly institution: string;
}

/** The access that a claim gave. */
export interface SimpleFinAccess {
  readonly user: string;
  readonly password: string;
  readonly institution: string;
  readonly revoked: boolean;
}

export interface SimpleFinSetting extends CompanySetting {
  readonly bank: Bank;
  readonly dailyRequests: number;
}

/** The requests of one access: on its last day, since the start of this process, and those beyond a day's number. */
interface AccessUse {
  readonly day: string;
  readonly ofDay: number;
  readonly requests: number;
  readonly beyond: number;
}

/** The memory of the SimpleFIN server, replayed at the start. */
export class SimpleFinState extends Company {
  readonly bank = this.setting.bank;
  behaviour: SimpleFinBehaviour = USUAL_BEHAVIOUR;
  dailyRequests = this.setting.dailyRequests;
  private readonly tokens = this.store.table<SetupToken>('token', ({ secret }) => secret);
  private readonly accesses = this.store.table<SimpleFinAccess>('access', ({ user }) => user);
  private readonly uses = new Map<string, AccessUse>();
  private readonly claimed = this.store.event<{ secret: string; access: SimpleFinAccess }>(
    'claimed',
    ({ secret, access }) => {
      this.tokens.forget(secret);
      this.accesses.restore(access);
    },
  );

  constructor(private readonly setting: SimpleFinSetting) {
    super('simplefin', setting);
    this.store.replay();
  }

  /** A token for the accounts of an institution; the secret is good for one claim. */
  newToken(institution: string): SetupToken {
    return this.tokens.save({ secret: randomBytes(24).toString('hex'), institution });
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
    this.claimed({ secret, access });
    return access;
  }

  /** Undefined where the credentials open nothing, or nothing any more. */
  access(user: string, password: string): SimpleFinAccess | undefined {
    const access = this.accesses.get(user);
    return access?.password === password && !access.revoked ? access : undefined;
  }

  /** The user ends all access at the server. */
  revokeAll(): void {
    for (const access of this.accesses.all()) this.accesses.save({ ...access, revoked: true });
  }

  /** Counts a request of the access. @returns whether it is within the day's number */
  count({ user }: SimpleFinAccess): boolean {
    const day = this.clock.today();
    const use = this.uses.get(user) ?? { day, ofDay: 0, requests: 0, beyond: 0 };
    const ofDay = (use.day === day ? use.ofDay : 0) + 1;
    const isWithin = ofDay <= this.dailyRequests;
    const beyond = use.beyond + (isWithin ? 0 : 1);
    this.uses.set(user, { day, ofDay, requests: use.requests + 1, beyond });
    return isWithin;
  }

  /** The requests of each access since the start of this process. */
  ledger(): object {
    return {
      open_tokens: this.tokens.all().length,
      accesses: this.accesses.all().map(({ user, institution, revoked }) => ({
        id: user,
        institution,
        revoked,
        requests: this.uses.get(user)?.requests ?? 0,
        requests_beyond_allowance: this.uses.get(user)?.beyond ?? 0,
      })),
    };
  }

  /** Reads a body of the control API. @throws Problem */
  behave(body: unknown): void {
    this.behaviour = behaviourFrom(USUAL_BEHAVIOUR, body, { trouble: [null, ...TROUBLES] });
  }

  /** Removes all tokens and accesses. */
  reset(): void {
    this.behaviour = USUAL_BEHAVIOUR;
    this.dailyRequests = this.setting.dailyRequests;
    this.uses.clear();
    for (const part of [this.tokens, this.accesses, this.retryWindows]) part.reset();
  }
}
