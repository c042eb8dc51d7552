import { ActivateConnection, CreateConnection, SyncAccounts } from '@tributary/contracts';
import { eventually, SeededRandom } from '@tributary/testing';
import { addDays, utcDay } from '@tributary/money';
import { BankRow, bankRows } from './bank-truth';
import { IngestionFixture } from './ingestion.fixture';

export type BankProvider = 'PROVIDER_A' | 'PROVIDER_B';

/** The bank from the provider's view: three accounts, with ids of its own. */
const SIDES = {
  PROVIDER_A: { target: 'provider-a', institution: 'BERKA_3', transactions: '/transactions/' },
  PROVIDER_B: { target: 'provider-b', institution: 'CZ:BERKA_3', transactions: '/transactions' },
} as const;
const INSTITUTION = 'BERKA_3';
/** Each sync reads the newest window, so the cursor covers the days before it. */
const RECENT_DAYS = 90;
const TODAY = utcDay(Date.now());
const DAYS_MAX = 30;

/** The figures of a run. */
export interface FaultFigures {
  readonly seed: number;
  readonly days: number;
  readonly faultsApplied: number;
  readonly failedCommits: number;
  readonly looksAtTheCursor: number;
  readonly transactions: number;
  readonly requests: number;
  readonly lostOrTwice: number;
  readonly requestsInRetryAfter: number;
  readonly requestsBeyondAllowance: number;
  readonly cursorAheadOfCommits: number;
}

interface Snapshot {
  readonly iban: string;
  readonly state: string;
  readonly cursor: string | null;
  readonly ids: readonly string[];
}

/**
 * A bank whose provider fails in random ways of a seed, day after day, while it books new rows and the database refuses
 * commits. Afterwards the stored rows are compared with the bank, its received requests, and the cursor at every
 * moment.
 */
export class FaultyBank {
  private readonly random: SeededRandom;
  private readonly side: (typeof SIDES)[BankProvider];
  private connectionId = 0;
  private faultsApplied = 0;
  private looks = 0;
  private aheads = 0;
  private booked = 0;
  private older = new Map<string, { id: string; day: string }[]>();

  private constructor(
    readonly fixture: IngestionFixture,
    private readonly seed: number,
    private readonly provider: BankProvider,
  ) {
    this.random = new SeededRandom(seed);
    this.side = SIDES[provider];
  }

  static async play(provider: BankProvider, seed: number): Promise<FaultFigures> {
    const dailyCalls = new SeededRandom(seed).between(2, 5);
    const fixture = await IngestionFixture.start({ dailyCalls }, ({ providerBUrl, credentials }) => ({
      providers: {
        PROVIDER_B: {
          baseUrl: providerBUrl,
          ...credentials.providerB,
          dailyCalls,
          connections: 8,
          timeoutMs: 2000,
        },
      },
      sync: { syncRetryMs: 20, callRetryMs: 2 },
    }));
    try {
      return await new FaultyBank(fixture, seed, provider).play();
    } finally {
      await fixture.close();
    }
  }

  private async play(): Promise<FaultFigures> {
    for (const { iban, booked } of await bankRows(this.fixture, INSTITUTION)) {
      const days = booked.map(({ transactionId, bookingDate }) => ({
        id: transactionId ?? '',
        day: bookingDate ?? '',
      }));
      this.older.set(
        iban,
        days.filter(({ day }) => day < addDays(TODAY, 1 - RECENT_DAYS)),
      );
    }
    await this.fixture.rows(COMMITS_THAT_FAIL);
    const watch = this.watchTheCursor();
    let days = 1;
    try {
      await this.connect();
      for (; days < DAYS_MAX && !(await this.isComplete()); days += 1) await this.day(true);
      // One more day without faults, so that all new rows are read.
      await this.day(false);
    } finally {
      await watch.stop();
    }
    return this.figures(days);
  }

  private async connect(): Promise<void> {
    const { connection, link } = await this.fixture.send(CreateConnection, {
      provider: this.provider,
      institutionExternalId: this.side.institution,
      reference: null,
      redirectUrl: 'https://client.example/callback',
      accountConfig: {},
    });
    this.connectionId = connection.id;
    const redirect = await fetch(link, { redirect: 'manual' });
    const callback = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams);
    await this.setFaults();
    await this.fixture.send(ActivateConnection, {
      connectionId: connection.id,
      callback,
      browserConfirmed: true,
    });
    await this.rested();
  }

  /** Plays a day: resets the allowances, sets faults, books rows, and requests syncs. */
  private async day(hasFaults: boolean): Promise<void> {
    await this.clearFaults();
    await this.fixture.rows(A_DAY_LATER);
    await this.fixture.control('POST', `/${this.side.target}/next-day`);
    if (hasFaults) await this.setFaults();
    const isLate = this.random.chance(0.5);
    if (!isLate) await this.book();
    const asked = this.fixture.send(SyncAccounts, {
      connectionId: this.connectionId,
      financialAccountIds: null,
    });
    if (isLate) await this.book();
    await asked;
    await this.rested();
  }

  private async setFaults(): Promise<void> {
    if (this.provider === 'PROVIDER_B') {
      await this.fixture.control('PUT', '/provider-b/behaviour', {
        rows_per_page: this.random.between(2, 30),
        doubled_pages: this.random.chance(0.4),
        empty_pages: this.random.chance(0.4),
      });
    }
    const { target, transactions } = this.side;
    for (let count = this.random.between(2, 5); count > 0; count -= 1) {
      await this.fixture.fault({
        target,
        ...this.random.pick(FAULTS),
        path: this.random.chance(0.8) ? transactions : '/(transactions|balances|details)',
        after: this.random.between(0, 12),
        times: this.random.between(1, 4),
      });
    }
    await this.fixture.rows(`select setval('commit_number', 1), setval('failing_commits', $1)`, [
      this.random.between(1, 6),
    ]);
  }

  private async clearFaults(): Promise<void> {
    const faults = (await this.fixture.control('GET', '/faults')) as { applied: number }[];
    this.faultsApplied += faults.reduce((sum, { applied }) => sum + applied, 0);
    await this.fixture.control('DELETE', '/faults');
    await this.fixture.rows(`select setval('failing_commits', 1)`);
    if (this.provider === 'PROVIDER_B') await this.fixture.control('PUT', '/provider-b/behaviour', {});
  }

  /** Books new rows of the last days at one of the accounts. */
  private async book(): Promise<void> {
    const account = this.random.pick(await bankRows(this.fixture, INSTITUTION));
    const rows = Array.from({ length: this.random.between(0, 3) }, (): BankRow => {
      this.booked += 1;
      const bookingDate = addDays(TODAY, -this.random.between(0, 5));
      return {
        transactionId: `booked-${this.booked}`,
        bookingDate,
        valueDate: bookingDate,
        transactionAmount: { amount: `-${this.random.between(1, 3)}.00`, currency: 'CZK' },
        creditorName: this.random.pick(['Kavárna Slavia', 'Čajovna']),
      };
    });
    await this.fixture.control('POST', `/provider-a/accounts/${account.id}/transactions`, { booked: rows });
  }

  /** Waits until no account is due or running, and work that was postponed for seconds is done. */
  private rested(): Promise<void> {
    return eventually(
      async () => {
        const [row] = await this.fixture.rows<{ busy: number }>(
          `select (select count(*)::int from financial_accounts
                    where lease_until > now() or next_sync_at <= now() + interval '3 seconds') as busy`,
        );
        expect(row).toEqual({ busy: 0 });
      },
      { timeoutMs: 60_000 },
    );
  }

  private async isComplete(): Promise<boolean> {
    const open = await this.fixture.rows(
      `select 1 from financial_accounts where history_state <> 'COMPLETE' union all select 1 from held_windows`,
    );
    return open.length === 0;
  }

  /** Checks that the committed rows are always complete up to the cursor. */
  private watchTheCursor(): { stop: () => Promise<void> } {
    let goesOn = true;
    const watching = (async () => {
      while (goesOn) {
        for (const snapshot of await this.fixture.rows<Snapshot>(SNAPSHOT)) this.look(snapshot);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    return {
      stop: async () => {
        goesOn = false;
        await watching;
      },
    };
  }

  private look({ iban, state, cursor, ids }: Snapshot): void {
    this.looks += 1;
    const from = state === 'COMPLETE' ? '0000-00-00' : cursor;
    if (state === 'NEW' || from === null) return;
    const stored = new Set(ids);
    const missing = (this.older.get(iban) ?? []).filter(({ id, day }) => day >= from && !stored.has(id));
    this.aheads += missing.length;
  }

  private async figures(days: number): Promise<FaultFigures> {
    const truth = (await bankRows(this.fixture, INSTITUTION)).flatMap(({ iban, booked }) =>
      booked.map(({ transactionId }) => `${iban} ${transactionId}`),
    );
    const stored = (await this.fixture.rows<Snapshot>(SNAPSHOT)).flatMap(({ iban, ids }) =>
      ids.map((id) => `${iban} ${id}`),
    );
    const { accounts } = (await this.fixture.control(
      'GET',
      `/ledger/${this.side.target}?institution=${INSTITUTION}`,
    )) as { accounts: Asked[] };
    const sum = (of: (account: Asked) => number): number =>
      accounts.reduce((total, account) => total + of(account), 0);
    const [{ failed } = { failed: 0 }] = await this.fixture.rows<{ failed: number }>(
      `select case when is_called then last_value::int else 0 end as failed from failed_commits`,
    );
    return {
      seed: this.seed,
      days,
      faultsApplied: this.faultsApplied,
      failedCommits: failed,
      looksAtTheCursor: this.looks,
      transactions: truth.length,
      requests: sum(({ requests }) => Object.values(requests).reduce((a, b) => a + b, 0)),
      lostOrTwice: differing(truth, stored),
      requestsInRetryAfter: sum((account) => account.requests_in_retry_after),
      requestsBeyondAllowance: sum((account) => account.requests_beyond_allowance),
      cursorAheadOfCommits: this.aheads,
    };
  }
}

interface Asked {
  readonly requests: Readonly<Record<string, number>>;
  readonly requests_in_retry_after: number;
  readonly requests_beyond_allowance: number;
}

const FAULTS = [
  { kind: 'status', status: 429, retry_after_s: 1 },
  { kind: 'status', status: 429, retry_after_s: 2 },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 503, retry_after_s: 1 },
  { kind: 'timeout', delay_ms: 1 },
  { kind: 'timeout_after_accept', delay_ms: 1 },
  { kind: 'drop' },
  { kind: 'drop_after_accept' },
  { kind: 'truncate' },
  { kind: 'not_json' },
  { kind: 'repeat_id' },
  { kind: 'reverse_rows' },
  { kind: 'no_rate_headers' },
  { kind: 'slow', delay_ms: 30 },
] as const;

/** One statement, so that cursor and rows are of the same moment. */
const SNAPSHOT = `
  select a.profile->>'iban' as iban, a.history_state as state, a.backfill_cursor::text as cursor,
         array(select coalesce(t.document->'external_identifiers'->>'entry_reference',
                               t.document->'external_identifiers'->>'institution_transaction_id')
                 from transactions t where t.account_id = a.id and t.state = 'LIVE') as ids
    from financial_accounts a order by a.id`;

/** Makes every n-th statement that writes transactions fail, up to a number of failures. */
const COMMITS_THAT_FAIL = `
  create sequence commit_number;
  create sequence failing_commits;
  create sequence failed_commits;
  create function fail_now_and_then() returns trigger language plpgsql as $$
  begin
    if (select last_value from failing_commits) > 1 and nextval('commit_number') % 3 = 0 then
      perform setval('failing_commits', (select last_value from failing_commits) - 1), nextval('failed_commits');
      raise exception 'a commit that fails';
    end if;
    return null;
  end $$;
  create trigger fail_now_and_then after insert on transactions for each statement execute function fail_now_and_then();
  grant all on all sequences in schema ingestion_sync to public`;

/** SQL that makes work due which was postponed until tomorrow. */
const A_DAY_LATER = `
  update allowances set reset_at = reset_at - interval '1 day', blocked_until = blocked_until - interval '1 day';
  update financial_accounts set next_sync_at = next_sync_at - interval '1 day',
                                next_allowed_at = next_allowed_at - interval '1 day'`;

/** Returns the number of rows that one side has more often than the other. */
function differing(truth: readonly string[], stored: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const one of truth) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of stored) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
