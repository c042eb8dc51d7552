import { inspect } from 'node:util';
import { startSandbox, type Sandbox } from '@tributary/sandbox';
import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { utcDay } from '@tributary/money';
import { CallResult } from '../../../src/providers/metering/metered-calls';
import { afterWindow, HistoryProgress, nextWindow, oldestWanted } from '../../../src/sync/windows';
import { readWindow } from '../../../src/sync/reading/window-pages';
import { toRows } from '../../../src/transactions/transaction-rows';
import { ProviderError, ProviderFailure } from '../../../src/providers/provider.errors';
import {
  AccountAccess,
  AccountProvider,
  ConsentCallback,
  ConsentReference,
  ConsentState,
  CreatedConsent,
  DateWindow,
  TransactionBatch,
} from '../../../src/providers/provider.port';
import { unofficialCalls } from '../official-clients/official-calls';
import { ConformanceSubject, ConformanceTokens } from './conformance-subject';

const REDIRECT = 'https://client.example/callback';
/** Long enough for a sandbox on a busy machine. */
const TIMEOUT_MS = 10_000;
export const HISTORY_DAYS = 540;
const BACK_TO_BACK_CALLS = 1_000_000;

/** One sandbox with a connector, and the actions of the suite. */
export class ConformanceBench {
  private constructor(
    readonly subject: ConformanceSubject,
    readonly sandbox: Sandbox,
    readonly provider: AccountProvider,
  ) {}

  static async start(subject: ConformanceSubject): Promise<ConformanceBench> {
    const sandbox = await startSandbox({
      dailyCalls: BACK_TO_BACK_CALLS,
      providerCPerMinute: BACK_TO_BACK_CALLS,
    });
    const provider = subject.connect(subject.baseUrl(sandbox), TIMEOUT_MS, sandbox);
    return new ConformanceBench(subject, sandbox, provider);
  }

  async close(): Promise<void> {
    await this.provider.close();
    await this.sandbox.close();
    expect(unofficialCalls(this.sandbox.calls())).toEqual([]);
  }

  readonly control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${this.sandbox.controlUrl}${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`control answered ${response.status}: ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };

  fault(fault: object): Promise<unknown> {
    return this.control('POST', '/faults', { target: this.subject.target, ...fault });
  }

  /** Removes all faults, and resets the pages. */
  async calm(): Promise<void> {
    await this.control('DELETE', '/faults');
    if (this.subject.paging) await this.page(this.subject.paging.usual);
  }

  page(paging: object): Promise<unknown> {
    return this.control('PUT', `/${this.subject.target}/behaviour`, paging);
  }

  createConsent(
    renews: ConsentReference | null = null,
    state = crypto.randomUUID(),
  ): Promise<CreatedConsent> {
    return this.provider.createConsent({
      institutionExternalId: this.subject.institution,
      redirectUrl: REDIRECT,
      state,
      renews,
      maxHistoricalDays: HISTORY_DAYS,
      accessValidForDays: 90,
    });
  }

  /** Opens the link like the user, and returns the query of the redirect. */
  async visit(link: string, answer: 'consent' | 'refuse' = 'consent'): Promise<ConsentCallback> {
    const url = new URL(link);
    if (answer === 'refuse') url.searchParams.set('deny', '1');
    const response = await fetch(url, { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(REDIRECT);
    return Object.fromEntries(location.searchParams);
  }

  /** Returns a new consent, in whichever way users give it. */
  async givenConsent(renews: ConsentReference | null = null): Promise<Given> {
    if (this.subject.tokens) return this.claimedConsent(await this.newToken(this.subject.tokens));
    const created = await this.createConsent(renews);
    const callback = await this.visit(created.link);
    const state = await this.provider.readConsent(created.consent, callback);
    if (state.kind !== 'given') throw new Error(`the consent is ${state.kind}`);
    return state;
  }

  newToken({ make }: ConformanceTokens): Promise<string> {
    return make(this.control, this.subject.baseUrl(this.sandbox));
  }

  /** Returns the consent of a token, claimed like the engine does. */
  async claimedConsent(token: string): Promise<Given> {
    if (!this.provider.claimAccess) throw new Error('the provider takes no tokens');
    const secret = await this.provider.claimAccess(token);
    const state = await this.provider.readConsent({ consentId: crypto.randomUUID(), secret }, null);
    if (state.kind !== 'given') throw new Error(`the consent is ${state.kind}`);
    return state;
  }

  /** Returns the access at another server, if the consent names the server. */
  at(access: AccountAccess, baseUrl: string): AccountAccess {
    return this.subject.tokens?.at(access, baseUrl) ?? access;
  }

  /** The account of a new consent. */
  async account(): Promise<AccountAccess> {
    const { consent, accountIds } = await this.givenConsent();
    return { accountExternalId: accountIds[0] ?? '', consent, user: null };
  }

  /** Reads one window with all its pages, like the engine. */
  readWindow(
    access: AccountAccess,
    window: DateWindow,
    provider: AccountProvider = this.provider,
  ): Promise<CallResult<TransactionBatch>> {
    return readWindow(async (cursor) => {
      try {
        const request = {
          window,
          cursor,
          includePending: false,
          accountCurrency: null,
          accountCategory: 'BANK' as const,
        };
        return { kind: 'answered', value: (await provider.fetchTransactions(access, request)).value };
      } catch (error) {
        if (error instanceof ProviderError) return { kind: 'failed', failure: error.failure };
        throw error;
      }
    });
  }

  /** Reads the whole history, window by window, newest first. */
  async history(access: AccountAccess): Promise<{ window: DateWindow; batch: TransactionBatch }[]> {
    const read: { window: DateWindow; batch: TransactionBatch }[] = [];
    let progress = this.beginning();
    for (let window = nextWindow(progress); window; window = nextWindow(progress)) {
      const result = await this.readWindow(access, { from: window.from, to: window.to });
      if (result.kind !== 'answered') throw new Error(JSON.stringify(result));
      read.push({ window, batch: result.value });
      progress = afterWindow(progress, window);
    }
    return read;
  }

  /** Returns the stored result of the history: each row's identity and content. */
  async upserts(access: AccountAccess): Promise<Record<string, string>> {
    const rows = (await this.history(access)).flatMap(({ batch }) =>
      toRows(batch.upserts, DEFAULT_ACCOUNT_CONFIG),
    );
    const byKey = rows.map((row): [string, string] => [row.identityKey, row.contentHash]);
    expect(new Set(byKey.map(([key]) => key)).size).toBe(byKey.length);
    return Object.fromEntries(byKey.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The window of the account's newest rows, which is not empty. */
  recentWindow(): DateWindow {
    const window = nextWindow(this.beginning());
    if (!window) throw new Error('there is always a newest window');
    return { from: window.from, to: window.to };
  }

  recent(access: AccountAccess, provider: AccountProvider = this.provider) {
    const request = {
      window: this.recentWindow(),
      cursor: null,
      includePending: false,
      accountCurrency: null,
      accountCategory: 'BANK' as const,
    };
    return provider.fetchTransactions(access, request);
  }

  /** Returns how a call failed; checks that its error, with its causes, contains no secret and no account. */
  async failureOf(call: Promise<unknown>, access: AccountAccess | null): Promise<ProviderFailure> {
    const error = await call.then(
      () => new Error('the call succeeded'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ProviderError)) throw error;
    const published = inspect(error, { depth: 12, showHidden: true });
    const forbidden = [...this.subject.secrets(this.sandbox), access?.consent.secret ?? null];
    for (const secret of forbidden) if (secret !== null) expect(published).not.toContain(secret);
    if (access) expect(`${error.message}`).not.toContain(access.accountExternalId);
    return error.failure;
  }

  private beginning(): HistoryProgress {
    const today = utcDay(Date.now());
    return {
      today,
      maxWindowDays: this.provider.capabilities.maxWindowDays ?? 90,
      oldest: oldestWanted(today, HISTORY_DAYS, null),
      coveredTo: null,
      recentDone: false,
      backfillFirst: false,
      state: 'NEW',
      cursor: null,
      held: [],
    };
  }
}

export type Given = Extract<ConsentState, { kind: 'given' }>;
