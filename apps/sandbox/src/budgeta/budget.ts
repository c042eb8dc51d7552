import { randomUUID } from 'node:crypto';
import { stableUuid } from '../state/stable-ids';
import { AccountBook, type StoredTransaction } from './account-book';
import type { BudgetTransaction, TransactionFields } from './budget-transaction';
import { Categories, type BudgetCategory, type CategoryChange } from './categories';
import { badRequest, resourceNotFound } from './problem';

/** The account that a client or the sandbox opens. */
export interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly note: string | null;
  readonly balance: number;
}

export interface CreatedTransactions {
  readonly created: readonly StoredTransaction[];
  readonly duplicateImportIds: readonly string[];
}

/** A budget ("plan"): its accounts, its transactions, and the rising number with which clients request changes. */
export class Budget {
  readonly accounts = new Map<string, AccountBook>();
  readonly categories: Categories;
  private readonly bookOfTransaction = new Map<string, AccountBook>();
  knowledge = 1;
  duplicatesRefused = 0;

  constructor(
    readonly id: string,
    readonly name: string,
    /** Called with each row that was written, as JSON text. */
    private readonly record: (transactionText: string) => void,
  ) {
    this.categories = new Categories(id);
  }

  changeCategory(category: BudgetCategory, change: CategoryChange): void {
    this.knowledge += 1;
    this.categories.change(category, change, this.knowledge);
  }

  openAccount({ id, name, type, note, balance }: NewAccount): AccountBook {
    this.knowledge += 1;
    const account = {
      id,
      name,
      type,
      note,
      on_budget: !type.startsWith('other'),
      closed: false,
      transfer_payee_id: stableUuid(`budgeta/transfer-payee/${id}`),
      direct_import_linked: false,
      direct_import_in_error: false,
      last_reconciled_at: null,
      deleted: false,
    };
    const book = new AccountBook(account, balance, this.knowledge);
    this.accounts.set(id, book);
    return book;
  }

  /** Rows whose import id the account has already are left out and named. Fields must have been checked. */
  create(rows: readonly TransactionFields[]): CreatedTransactions {
    const created: StoredTransaction[] = [];
    const duplicateImportIds: string[] = [];
    this.knowledge += 1;
    for (const fields of rows) {
      const book = this.book(fields.account_id ?? '');
      const importId = fields.import_id ?? null;
      if (importId !== null && book.idOfImport(importId) !== undefined) duplicateImportIds.push(importId);
      else created.push(this.add(book, fields));
    }
    return { created, duplicateImportIds };
  }

  /** Throws 404. */
  update(id: string, fields: TransactionFields): StoredTransaction {
    const before = this.living(id);
    const target = fields.account_id === undefined ? undefined : this.book(fields.account_id);
    if (target && target.account.id !== before.account_id)
      throw badRequest('account_id of a transaction cannot be changed');
    this.knowledge += 1;
    // An import id is set once, when the row is created.
    return this.write({ ...before, ...fields, import_id: before.import_id, ...payeeFields(fields) });
  }

  /** Throws 404 if there is none or it was already deleted. */
  delete(id: string): StoredTransaction {
    const before = this.living(id);
    this.knowledge += 1;
    return this.write({ ...before, deleted: true });
  }

  /** Throws 404. */
  living(id: string): BudgetTransaction {
    const row = this.bookOfTransaction.get(id)?.rows.get(id)?.row;
    if (!row || row.deleted) throw resourceNotFound();
    return row;
  }

  /** The row that was imported under this id, in the named account or in any. */
  idOfImport(importId: string, accountId?: string): string | undefined {
    const books = accountId === undefined ? this.accounts.values() : [this.accounts.get(accountId)];
    for (const book of books) {
      const id = book?.idOfImport(importId);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** Throws 404. */
  book(accountId: string): AccountBook {
    const book = this.accounts.get(accountId);
    if (!book) throw resourceNotFound();
    return book;
  }

  *transactions(): Iterable<StoredTransaction> {
    for (const book of this.accounts.values()) yield* book.rows.values();
  }

  restore(row: BudgetTransaction, knowledge: number): void {
    this.knowledge = Math.max(this.knowledge, knowledge);
    const book = this.book(row.account_id);
    this.bookOfTransaction.set(row.id, book);
    book.put({ row, text: JSON.stringify(row), knowledge });
  }

  private add(book: AccountBook, fields: TransactionFields): StoredTransaction {
    const id = randomUUID();
    const importId = fields.import_id ?? null;
    const amount = fields.amount ?? 0;
    const date = fields.date ?? '';
    const match = importId === null ? undefined : book.matchFor(amount, date);
    this.bookOfTransaction.set(id, book);
    if (match) this.write({ ...match.row, matched_transaction_id: id });
    return this.write({
      id,
      date,
      amount,
      memo: fields.memo ?? null,
      cleared: fields.cleared ?? 'uncleared',
      approved: fields.approved ?? false,
      flag_color: fields.flag_color ?? null,
      account_id: book.account.id,
      account_name: book.account.name,
      payee_id: null,
      payee_name: null,
      ...payeeFields(fields),
      category_id: fields.category_id ?? null,
      category_name: null,
      transfer_account_id: null,
      matched_transaction_id: match?.row.id ?? null,
      import_id: importId,
      import_payee_name: importId === null ? null : (fields.payee_name ?? null),
      deleted: false,
      subtransactions: [],
    });
  }

  private write(row: BudgetTransaction): StoredTransaction {
    const category_name = row.category_id === null ? null : this.categories.find(row.category_id)?.name;
    return this.store({ ...row, category_name: category_name ?? null });
  }

  private store(row: BudgetTransaction): StoredTransaction {
    const stored = { row, text: JSON.stringify(row), knowledge: this.knowledge };
    this.book(row.account_id).put(stored);
    this.record(
      `{"kind":"transaction","budget":"${this.id}","knowledge":${stored.knowledge},"row":${stored.text}}`,
    );
    return stored;
  }
}

/** The payee of a name, which is created if it is missing. */
function payeeFields(fields: TransactionFields): Partial<BudgetTransaction> {
  const { payee_id: id, payee_name: name } = fields;
  if (name !== undefined && name !== null && name !== '') {
    return { payee_name: name, payee_id: id ?? stableUuid(`budgeta/payee/${name}`) };
  }
  return id === undefined ? {} : { payee_id: id };
}
