import { Clock } from '@tributary/messaging';
import { ProviderError } from '../provider.errors';
import { AccountAccess, ConsentReference, DateWindow, MeteredResource } from '../provider.port';
import { AccountSet, accountSetFrom, SetAccount } from './account-set';
import { AccountsQuery, SimpleFinClient } from './client/client';
import { SimpleFinConfig } from './config';
import { firstSecondOf, windowQuery } from './days';
import { ANSWER_LIMITS } from './reading/answer-limits';

/** An account within its response. */
export interface FoundAccount {
  readonly set: AccountSet;
  readonly found: SetAccount;
}

/** The use of a response; each account gets each part of a response once. */
type Part = MeteredResource | 'account';

interface SharedAnswer {
  /** Seconds since 1970; null if the response has no transactions. */
  readonly from: number | null;
  /** Exclusive; null: no end. */
  readonly until: number | null;
  readonly askedAt: number;
  readonly answer: Promise<AccountSet>;
  readonly used: Set<string>;
  /** Size of the response; 0 until it arrives. */
  size: number;
}

/** Limit of shared responses for all connections; responses are dropped when they are too old to be shared. */
const ANSWERS_MAX = 16;

/**
 * Account sets that the accounts of a connection share: a server counts requests and not accounts, and one request
 * returns all of them. An account never gets the same part of a response twice, so a second request returns new data.
 */
export class AccountSets {
  private readonly shared = new Map<string, SharedAnswer[]>();

  constructor(
    private readonly client: SimpleFinClient,
    private readonly config: SimpleFinConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Requests all accounts, which may then share the response.
   * @throws ProviderError
   */
  all(consent: ConsentReference): Promise<AccountSet> {
    return this.fetchShared(consent, { balancesOnly: true }).answer;
  }

  /**
   * Returns an account without its transactions.
   * @param likely the window that is probably requested next, so that one request returns both
   * @throws ProviderError
   */
  async account(access: AccountAccess, part: Part, likely: DateWindow | null): Promise<FoundAccount> {
    const query = (): AccountsQuery =>
      likely === null || this.config.shareAnswersMs === 0 ? { balancesOnly: true } : windowQuery(likely);
    const { answer } =
      this.take(access, part, () => true) ?? this.fetchShared(access.consent, query(), keyOf(access, part));
    return findIn(await answer, access);
  }

  /** An account with its transactions of a window, and maybe others. @throws ProviderError */
  async transactions(access: AccountAccess, window: DateWindow): Promise<FoundAccount> {
    const from = firstSecondOf(window.from);
    const query = windowQuery(window);
    const covers = (shared: SharedAnswer): boolean =>
      shared.from !== null &&
      shared.from <= from &&
      (shared.until === null || (query.endDate !== undefined && query.endDate <= shared.until));
    const part = 'transactions' as const;
    const { answer } =
      this.take(access, part, covers) ?? this.fetchShared(access.consent, query, keyOf(access, part));
    return findIn(await answer, access);
  }

  private take(
    access: AccountAccess,
    part: Part,
    fits: (shared: SharedAnswer) => boolean,
  ): SharedAnswer | undefined {
    this.dropOld();
    const key = keyOf(access, part);
    const taken = this.shared
      .get(access.consent.consentId)
      ?.find((shared) => fits(shared) && !shared.used.has(key));
    taken?.used.add(key);
    return taken;
  }

  private fetchShared(consent: ConsentReference, query: AccountsQuery, usedBy?: string): SharedAnswer {
    const shared: SharedAnswer = {
      from: query.balancesOnly ? null : (query.startDate ?? 0),
      until: query.endDate ?? null,
      askedAt: this.clock.now(),
      answer: this.client.accounts(consent, query).then(accountSetFrom),
      used: new Set(usedBy === undefined ? [] : [usedBy]),
      size: 0,
    };
    if (this.config.shareAnswersMs > 0) this.share(consent.consentId, shared);
    return shared;
  }

  private share(consentId: string, shared: SharedAnswer): void {
    this.shared.set(consentId, [...(this.shared.get(consentId) ?? []), shared]);
    setTimeout(() => this.drop(consentId, shared), this.config.shareAnswersMs).unref();
    shared.answer.then(
      ({ size }) => {
        shared.size = size;
        this.dropSurplus();
      },
      // The waiting caller gets the failure; later callers send a new request.
      () => this.drop(consentId, shared),
    );
    this.dropSurplus();
  }

  private dropOld(): void {
    const oldest = this.clock.now() - this.config.shareAnswersMs;
    for (const [consentId, all] of this.shared) {
      for (const shared of all) if (shared.askedAt < oldest) this.drop(consentId, shared);
    }
  }

  private dropSurplus(): void {
    const all = [...this.shared].flatMap(([consentId, some]) =>
      some.map((shared) => ({ consentId, shared })),
    );
    all.sort((a, b) => b.shared.askedAt - a.shared.askedAt);
    let bytes = 0;
    for (const [position, { consentId, shared }] of all.entries()) {
      bytes += shared.size;
      if (position >= ANSWERS_MAX || bytes > ANSWER_LIMITS.bytesShared) this.drop(consentId, shared);
    }
  }

  private drop(consentId: string, shared: SharedAnswer): void {
    const left = (this.shared.get(consentId) ?? []).filter((one) => one !== shared);
    if (left.length > 0) this.shared.set(consentId, left);
    else this.shared.delete(consentId);
  }
}

function keyOf({ accountExternalId }: AccountAccess, part: Part): string {
  return `${part}/${accountExternalId}`;
}

/**
 * Finds the account in a response.
 * @throws ProviderError `transient` if the server reports trouble that explains a missing account
 */
function findIn(set: AccountSet, { accountExternalId }: AccountAccess): FoundAccount {
  const found = set.accounts.find(({ id }) => id === accountExternalId);
  if (found) return { set, found };
  const isInTrouble = set.notices.some(
    ({ kind, accountId }) => kind !== 'advice' && (accountId === null || accountId === accountExternalId),
  );
  throw new ProviderError(
    isInTrouble ? { kind: 'transient', retryAfterMs: null } : { kind: 'not_found' },
    'GET accounts does not list the account',
  );
}
