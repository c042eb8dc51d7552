import {
  ActualChange,
  ActualFields,
  ActualNewRow,
  ActualOutcome,
  ActualRow,
  ActualSearch,
  Adjustment,
} from './calls';
import { CodedError } from './coded-error';
import { ActualApi, SignedIn } from './actual-server';
import { Names } from './names';

type Where = Parameters<ReturnType<ActualApi['q']>['filter']>[0];

/** What a change sets, in Actual's terms. */
interface StoredFields {
  date?: string;
  amount?: number;
  notes?: string;
  cleared?: boolean;
  category?: string;
  payee?: string | null;
  imported_payee?: string;
}

/** The row with what decides how it may be changed. */
interface HeldRow extends ActualRow {
  readonly is_parent: boolean;
  readonly transfer_id: string | null;
}

const COLUMNS = [
  'id',
  'imported_id',
  'account',
  'date',
  'amount',
  'imported_payee',
  'notes',
  'cleared',
  'reconciled',
  'tombstone',
  'is_parent',
  'transfer_id',
  { payee_name: 'payee.name' },
];
/** SQLite takes only so many values in one statement. */
const IDS_PER_QUERY = 500;

/**
 * The open budget. Each change first takes what others have written, then changes the copy here, then hands the change
 * to the server: `writing` is called before the first of it can get there.
 */
export class Budget {
  constructor(
    private readonly actual: SignedIn,
    private readonly writing: () => void,
  ) {}

  /** Adds rows, but for those whose id or key the budget has, deleted ones too. */
  async create(rows: readonly ActualNewRow[]): Promise<ActualOutcome[]> {
    await this.pull();
    const known = await this.known(rows);
    const names = await Names.read(this.actual.api);
    const outcomes = rows.map((row): ActualOutcome => {
      if (known.has(row.id) || known.has(row.imported_id)) return { kind: 'duplicate' };
      return names.refusal(row) ?? { kind: 'done' };
    });
    const added = rows.filter((_, place) => outcomes[place]?.kind === 'done');
    if (added.length === 0) return outcomes;
    this.writing();
    for (const [account, part] of byAccount(added)) {
      // Not `importTransactions`: it would take a row that the user entered, of like amount and date, for ours.
      await this.actual.api.addTransactions(
        account,
        part.map((row) => toAdded(row, names)),
        {
          runTransfers: false,
          learnCategories: false,
        },
      );
    }
    await this.push();
    return outcomes;
  }

  async update(changes: readonly ActualChange[]): Promise<ActualOutcome[]> {
    await this.pull();
    const rows = await this.rowsById(changes.map(({ id }) => id));
    const names = await Names.read(this.actual.api);
    const outcomes = changes.map(({ id, fields }): ActualOutcome => {
      return refusal(rows.get(id)) ?? names.refusal(fields) ?? { kind: 'done' };
    });
    const wanted = changes.filter((_, place) => outcomes[place]?.kind === 'done');
    if (wanted.length === 0) return outcomes;
    this.writing();
    const simple: (StoredFields & { id: string })[] = [];
    for (const { id, fields } of wanted) {
      const row = rows.get(id);
      const stored = { id, ...(await this.stored(fields, names, row?.transfer_id != null)) };
      // A split row's parts and a transfer's other side have to follow, which is Actual's own to do.
      if (row?.is_parent || row?.transfer_id) await this.actual.api.updateTransaction(id, stored);
      else simple.push(stored);
    }
    await this.actual.library.send('transactions-batch-update', { updated: simple, runTransfers: false });
    await this.push();
    return outcomes;
  }

  async delete(ids: readonly string[]): Promise<ActualOutcome[]> {
    await this.pull();
    const rows = await this.rowsById(ids);
    const outcomes = ids.map((id): ActualOutcome => refusal(rows.get(id)) ?? { kind: 'done' });
    const deleted = ids.filter((_, place) => outcomes[place]?.kind === 'done').map((id) => ({ id }));
    if (deleted.length === 0) return outcomes;
    this.writing();
    await this.actual.library.send('transactions-batch-update', { deleted });
    await this.push();
    return outcomes;
  }

  async find({ accounts, since, ids }: ActualSearch): Promise<ActualRow[]> {
    await this.pull();
    if (ids !== null) return [...(await this.rowsById(ids)).values()];
    const where = {
      account: { $oneof: [...accounts] },
      ...(since === null ? {} : { date: { $gte: since } }),
    };
    return this.select(where);
  }

  /** A row that brings the account's cleared rows to the balance; none where they come to it, or one was added before. */
  async adjust({ balance, ...row }: Adjustment): Promise<ActualOutcome> {
    await this.pull();
    if ((await this.known([row])).size > 0) return { kind: 'duplicate' };
    const names = await Names.read(this.actual.api);
    const refused = names.refusal(row);
    if (refused) return refused;
    const amount = balance - (await this.clearedBalance(row.account));
    if (amount === 0) return { kind: 'done' };
    this.writing();
    const added = { ...row, amount, payee_name: 'Balance adjustment', notes: null, cleared: true };
    await this.actual.api.addTransactions(row.account, [toAdded(added, names)], {
      runTransfers: false,
      learnCategories: false,
    });
    await this.push();
    return { kind: 'done' };
  }

  private pull(): Promise<void> {
    return this.actual.api.sync();
  }

  /**
   * Twice: Actual's client synchronizes by itself too, and who asks meanwhile gets what is under way, which may have begun
   * before the change.
   */
  private async push(): Promise<void> {
    await this.actual.api.sync();
    await this.actual.api.sync();
  }

  /** Which of the rows' ids and keys the budget has. */
  private async known(rows: readonly { id: string; imported_id: string }[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const part of parts(rows)) {
      const where = {
        $or: [
          { id: { $oneof: part.map(({ id }) => id) } },
          { imported_id: { $oneof: part.map(({ imported_id: key }) => key) } },
        ],
      };
      for (const { id, imported_id: key } of await this.select(where)) {
        found.add(id);
        if (key !== null) found.add(key);
      }
    }
    return found;
  }

  private async rowsById(ids: readonly string[]): Promise<Map<string, HeldRow>> {
    const rows = new Map<string, HeldRow>();
    for (const part of parts(ids)) {
      for (const row of await this.select({ id: { $oneof: [...part] } })) rows.set(row.id, row);
    }
    return rows;
  }

  /** Deleted rows too; a split row as the whole that it is. */
  private async select(where: Where): Promise<HeldRow[]> {
    const { api } = this.actual;
    const query = api.q('transactions').filter(where).select(COLUMNS).withDead().options({ splits: 'none' });
    const { data } = (await api.aqlQuery(query)) as { data: HeldRow[] };
    return data;
  }

  private async clearedBalance(account: string): Promise<number> {
    const { api } = this.actual;
    const rows = api.q('transactions').filter({ account, cleared: true });
    const { data } = (await api.aqlQuery(rows.calculate({ $sum: '$amount' }))) as { data: number | null };
    if (data !== null && !Number.isSafeInteger(data)) throw new CodedError('unreadable-balance');
    return data ?? 0;
  }

  private async stored(
    { payee_name: payee, category, notes, ...fields }: Partial<ActualFields>,
    names: Names,
    isTransfer: boolean,
  ): Promise<StoredFields> {
    // A transfer's payee is its other account: with another one its other side would be deleted.
    const payees =
      payee === undefined || isTransfer
        ? {}
        : { payee: await names.payee(this.actual.api, payee), imported_payee: payee ?? undefined };
    return {
      ...fields,
      ...(notes === undefined ? {} : { notes: notes ?? '' }),
      ...payees,
      ...(category === undefined ? {} : { category: names.category(category) }),
    };
  }
}

function toAdded({ account: _, category, payee_name, ...row }: ActualNewRow, names: Names) {
  return {
    ...row,
    payee_name: payee_name ?? undefined,
    notes: row.notes ?? undefined,
    ...(category === undefined ? {} : { category: names.category(category) }),
  };
}

function byAccount(rows: readonly ActualNewRow[]): Map<string, ActualNewRow[]> {
  const parts = new Map<string, ActualNewRow[]>();
  for (const row of rows) parts.set(row.account, [...(parts.get(row.account) ?? []), row]);
  return parts;
}

function refusal(row: HeldRow | undefined): ActualOutcome | null {
  if (!row || row.tombstone) return { kind: 'gone' };
  return row.reconciled ? { kind: 'locked' } : null;
}

function* parts<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += IDS_PER_QUERY) yield all.slice(from, from + IDS_PER_QUERY);
}
