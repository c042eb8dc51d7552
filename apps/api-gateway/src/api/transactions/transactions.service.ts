import { Inject, Injectable } from '@nestjs/common';
import {
  Problem,
  ShowReportedTransaction,
  Redaction,
  redactTransaction,
  TRANSACTION,
  TransactionDocument,
} from '@tributary/contracts';
import { JsonItems } from '@tributary/http';
import { expandedEnrichment } from '@tributary/merchants';
import { Database } from '@tributary/persistence';
import { Commands } from '../../rest/commands';
import { Access } from '../../identity/access/access';
import { AccountResource } from '../accounts/account.resource';
import { readAccounts } from '../accounts/accounts.store';
import { AccountsService } from '../accounts/accounts.service';
import { toTransactionText } from './transaction.resource';
import { redactionFor, sideFor } from './transaction-view';
import { TransactionAloneQuery, TransactionQuery } from './search/transaction-list';
import { readTransactions } from './transactions.reader';

export interface TransactionPage {
  readonly data: JsonItems;
  readonly total: number;
  readonly availableAccounts: readonly AccountResource[] | null;
}

/** Reads pages of transactions, with at most three statements, whatever the client includes. */
@Injectable()
export class TransactionsService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

  async page(access: Access, query: TransactionQuery): Promise<TransactionPage> {
    const { flags } = query;
    const { rows, total } = await readTransactions(this.database, access, query, sideFor(access, flags));
    const withAvailableAccounts = flags.has('with_available_financial_accounts');
    const accountIds = query.includes.has('financial_account') ? rows.map((row) => row.account_id) : [];
    const accounts = await this.accounts.byId(access, withAvailableAccounts ? null : accountIds, {
      identifiers: access.seesIdentifiers && !flags.has('omit_sensitive_identifiers'),
      connection: query.includes.has('financial_account.financial_connection'),
      institution: query.includes.has('financial_account.financial_connection.institution'),
      relations: false,
    });
    const view = {
      includes: query.includes,
      accounts: new Map([...accounts].map(([id, account]) => [id, JSON.stringify(account)])),
      redaction: redactionFor(access, flags),
    };
    return {
      data: new JsonItems(rows.map((row) => toTransactionText(row, view))),
      total,
      availableAccounts: withAvailableAccounts ? [...accounts.values()] : null,
    };
  }

  /** @throws Problem (not_found) */
  async one(
    access: Access,
    transactionId: number,
    query: TransactionAloneQuery = NOTHING_MORE,
  ): Promise<JsonItem> {
    const { data } = await this.page(access, {
      ...query,
      flags: ofList(query.flags),
      page: { number: 1, size: 1 },
      sorts: [{ field: 'id', descending: true }],
      filters: [{ name: 'id', values: [String(transactionId)] }],
    });
    const [found] = data.toJSON() as JsonItem[];
    if (!found) throw Problem.notFound();
    return found;
  }

  /**
   * Reads the transaction as its bank reports it, from the service that reads banks.
   * @throws Problem (not_found), also if no bank reported the transaction
   */
  async reported(access: Access, transactionId: number, query: TransactionAloneQuery): Promise<JsonItem> {
    const shown = await this.one(access, transactionId, query);
    const { document } = await this.commands.ask(
      ShowReportedTransaction,
      { transactionId },
      { access, key: transactionId },
    );
    const redaction = redactionFor(access, query.flags);
    return asReported(shown, document, { includes: query.includes, redaction });
  }

  /** The caller's transactions among the ids, by the id as REST writes it. */
  async byId(access: Access, ids: readonly number[]): Promise<Map<string, JsonItem>> {
    if (ids.length === 0) return new Map();
    const { data } = await this.page(access, {
      ...NOTHING_MORE,
      flags: new Set(),
      page: { number: 1, size: ids.length },
      sorts: [{ field: 'id', descending: false }],
      filters: [{ name: 'id', values: ids.map(String) }],
    });
    return new Map((data.toJSON() as JsonItem[]).map((item) => [String(item['id']), item]));
  }

  /** @throws Problem naming the field, if the account is not the caller's */
  async checkAccount(access: Access, accountId: number): Promise<void> {
    const [account] = await readAccounts(this.database, access, [accountId]);
    if (account) return;
    throw Problem.invalid({
      financial_account_id: ['The selected financial_account_id is invalid.'],
    });
  }
}

type JsonItem = Readonly<Record<string, unknown>>;

const NOTHING_MORE: TransactionAloneQuery = { includes: new Set(), flags: new Set(), filters: [] };

/** The flags that the list has, too. */
function ofList(flags: TransactionAloneQuery['flags']): TransactionQuery['flags'] {
  return new Set([...flags].filter((flag) => flag !== 'as_reported'));
}

type Fields = Readonly<Record<string, unknown>>;

/** Names of a document's members that are shown only if the client includes them. */
const INCLUDED = ['enriched', 'trade'] as const satisfies readonly (keyof TransactionDocument)[];

/** The members of a transaction's resource that are its document's. */
const OF_DOCUMENT: ReadonlySet<string> = new Set(Object.keys(TransactionDocument.properties));

/**
 * A transaction's resource with the bank's values instead of the shown ones; members beside the document, such as its
 * id, its account and its transfers, do not change. Pure: no I/O.
 */
function asReported(
  shown: Fields,
  reported: TransactionDocument,
  { includes, redaction }: { readonly includes: ReadonlySet<string>; readonly redaction: Redaction },
): Fields {
  const stays = Object.entries(shown).filter(([name]) => !OF_DOCUMENT.has(name));
  const {
    id: _id,
    created_at: _made,
    updated_at: _changed,
    ...written
  } = TRANSACTION.write(
    { id: 0, document: reported, createdAt: null, updatedAt: null },
    { financial_account_id: String(shown['financial_account_id']) },
  );
  const members = Object.entries(redactTransaction(written, redaction)).filter(
    ([name]) => includes.has(name) || !(INCLUDED as readonly string[]).includes(name),
  );
  return {
    ...Object.fromEntries([...stays, ...members]),
    ...(includes.has('enriched') && {
      enriched: reported.enriched ? expandedEnrichment(reported.enriched) : null,
    }),
  };
}
