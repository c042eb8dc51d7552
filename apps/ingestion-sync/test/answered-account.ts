import { AccountConfig, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { addDays } from '@tributary/money';
import { fromProvider } from '../src/providers/provider-a/transaction-fields';
import { AnswersRead } from '../src/transactions/saving/save-answers';
import { toRows } from '../src/transactions/transaction-rows';
import { TransactionStore, USER } from './transaction-store';

/** A row as PROVIDER_A sends it. */
export interface Sent {
  readonly [field: string]: unknown;
}

export const TODAY = '2026-03-20';

/** One response of the bank. */
export interface Answer {
  readonly booked?: readonly Sent[];
  /** Absent: not requested. */
  readonly pending?: readonly Sent[];
  readonly complete?: boolean;
  readonly isBackfill?: boolean;
  readonly from?: string;
  readonly to?: string | null;
  readonly today?: string;
}

/** A transaction as everyone sees it. */
export interface Shown {
  readonly id: number;
  readonly version: number;
  readonly booked: boolean;
  readonly amount: string;
  readonly payee: string | null;
}

/** An account whose bank's responses are written in a test. */
export class AnsweredAccount {
  config: AccountConfig = { ...DEFAULT_ACCOUNT_CONFIG, sync_pending_transactions: true };

  constructor(
    private readonly store: TransactionStore,
    readonly id: number,
  ) {}

  /**
   * Saves one response of the bank.
   * @returns its events
   */
  save(answer: Answer): Promise<OutgoingEvent[]> {
    return this.store.save([this.read(answer)], answer.today ?? TODAY);
  }

  /** Reads a response without saving it. */
  read(answer: Answer): Omit<AnswersRead, 'trace' | 'hasTransactions'> {
    const { booked = [], pending, complete = true, isBackfill = false, today = TODAY } = answer;
    const transactions = [
      ...booked.map((row) => fromProvider(row, true, null)),
      ...(pending ?? []).map((row) => fromProvider(row, false, null)),
    ];
    const coverage = {
      from: answer.from ?? addDays(today, -89),
      to: answer.to ?? null,
      includesPending: pending !== undefined,
      complete,
      isBackfill,
    };
    return {
      account: { id: this.id, userId: USER, config: this.config },
      rows: toRows(transactions, this.config),
      coverage: [coverage],
      removals: [],
      reportsChanges: false,
    };
  }

  /** Returns the account's shown rows, the oldest first. */
  shown(): Promise<Shown[]> {
    return this.store.database.query(
      `select id, version, booked, document->>'amount' as amount, document->'mapped_fields'->>'payee' as payee
         from transactions where account_id = $1 and state = 'LIVE' and removed_at is null order by id`,
      [this.id],
    );
  }

  /** Returns the shown amounts, pending ones in brackets. */
  async amounts(): Promise<string[]> {
    return (await this.shown()).map(({ amount, booked }) => (booked ? amount : `(${amount})`));
  }

  async only(): Promise<Shown> {
    const rows = await this.shown();
    expect(rows).toHaveLength(1);
    const [row] = rows;
    if (!row) throw new Error('nothing is shown');
    return row;
  }

  settlements(): Promise<{ id: number; status: string }[]> {
    return this.store.database.query('select * from settlements where account_id = $1 order by id', [
      this.id,
    ]);
  }

  async statuses(): Promise<string[]> {
    return (await this.settlements()).map(({ status }) => status);
  }
}
