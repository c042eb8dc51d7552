import { Inject, Injectable } from '@nestjs/common';
import { Problem, Redaction } from '@tributary/contracts';
import { ListDefinition, ListQuery } from '@tributary/http';
import { Database, statementScope } from '@tributary/persistence';
import { Readable } from 'node:stream';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../../api-gateway.config';
import { Access } from '../../../identity/access/access';
import { AccountsService } from '../../accounts/accounts.service';
import { csvHeader, csvLines, ExportedTransaction } from './transaction-csv';
import { Side } from '../transaction-fields';
import { TRANSACTION_LIST } from '../search/transaction-list';
import { redactedText } from '../transaction.resource';
import { redactionFor, sideFor } from '../transaction-view';
import { TransactionRow } from '../transactions.reader';
import { matchingIdsStatement, transactionsByIdStatement } from '../search/transactions.statement';

/** Number of documents in memory at once. */
const BATCH_ROWS = 500;

const { sorts, defaultSort, filters, flags } = TRANSACTION_LIST;

/** The query of `GET /finance/transactions/export`: what the list can be filtered and sorted by. */
export const TRANSACTION_EXPORT = {
  isUnpaged: true,
  sorts,
  defaultSort,
  includes: {},
  filters,
  flags: {
    omit_sensitive_identifiers: flags.omit_sensitive_identifiers,
    disable_rules: flags.disable_rules,
    byte_order_mark: { description: 'Begins the file with U+FEFF, by which Excel recognises UTF-8.' },
  },
} as const satisfies ListDefinition;

export type TransactionExportQuery = ListQuery<typeof TRANSACTION_EXPORT>;

/** Decides which values the rows of one export show. */
interface ExportView {
  readonly side: Side;
  readonly redaction: Redaction;
  readonly accountNames: ReadonlyMap<number, string>;
}

/** Reads what an export contains first, then its rows batch by batch at the client's pace. */
@Injectable()
export class TransactionExport {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /** @throws Problem (invalid) if more transactions match than one export may have */
  async open(access: Access, query: TransactionExportQuery): Promise<Readable> {
    const side = sideFor(access, query.flags);
    const ids = await this.matchingIds(access, query, side);
    const view = {
      side,
      redaction: redactionFor(access, query.flags),
      accountNames: await this.accountNames(access),
    };
    const header = csvHeader(query.flags.has('byte_order_mark'));
    return Readable.from(this.pieces(access, ids, view, header), { objectMode: false });
  }

  private async matchingIds(access: Access, query: TransactionExportQuery, side: Side): Promise<number[]> {
    const { exportRowsMax } = this.config;
    const { sql, values } = matchingIdsStatement(access, query, side, exportRowsMax + 1);
    const [found] = await this.database.query<{ ids: number[] }>(sql, values);
    const ids = found?.ids ?? [];
    if (ids.length <= exportRowsMax) return ids;
    const message = `More than ${exportRowsMax} transactions match. Export them in parts, by filter[date_after] and filter[date_before] for example.`;
    throw Problem.invalid({ filter: [message] });
  }

  private async accountNames(access: Access): Promise<Map<number, string>> {
    if (!access.allows('accounts:read')) return new Map();
    const view = { identifiers: false, connection: false, institution: false, relations: false };
    const accounts = await this.accounts.byId(access, null, view);
    return new Map([...accounts].map(([id, account]) => [id, nameOf(account)]));
  }

  /** The client's pace calls this outside of the request's context, so each statement enters that again. */
  private pieces(
    access: Access,
    ids: readonly number[],
    view: ExportView,
    header: string,
  ): AsyncGenerator<string> {
    const scope = statementScope();
    const rowsOf = (batch: readonly number[]) => {
      const { sql, values } = transactionsByIdStatement(access, batch, view.side);
      const read = () => this.database.query<TransactionRow>(sql, values);
      return scope === null ? read() : scope.run(read);
    };
    return piecesOf(ids, view, header, rowsOf);
  }
}

async function* piecesOf(
  ids: readonly number[],
  view: ExportView,
  header: string,
  rowsOf: (batch: readonly number[]) => Promise<TransactionRow[]>,
): AsyncGenerator<string> {
  yield header;
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const rows = await rowsOf(ids.slice(start, start + BATCH_ROWS));
    yield csvLines(rows.map((row) => exported(row, view)));
  }
}

function exported({ account_id, json }: TransactionRow, view: ExportView): ExportedTransaction {
  const transaction = JSON.parse(redactedText(json, view.redaction)) as ExportedTransaction;
  const name = view.accountNames.get(account_id);
  return name === undefined ? transaction : { ...transaction, financial_account: { name } };
}

function nameOf({
  display_name: own,
  name,
}: {
  readonly display_name?: unknown;
  readonly name?: unknown;
}): string {
  return [own, name].find((text): text is string => typeof text === 'string' && text !== '') ?? '';
}
