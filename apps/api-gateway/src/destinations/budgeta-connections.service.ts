import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { Access } from '../auth/access';
import { toTransferLink, TransferLinkRow } from '../transfers/transfer-link.resource';
import { readTransferLinksTo } from '../transfers/transfer-links.reader';
import { BudgetAccountRow, toBudgetAccount } from './budget-account.resource';
import { toBudget, toBudgetaConnection } from './budgeta-connection.resource';
import {
  BudgetaConnectionQuery,
  readBudgetaConnections,
  readBudgetAccounts,
  readBudgets,
} from './budgeta-connections.reader';

type Resource = Readonly<Record<string, unknown>>;

/** Connections to the budgeting app and what stands in them: at most four statements. */
@Injectable()
export class BudgetaConnectionsService {
  constructor(@Inject(Database) private readonly database: Database) {}

  async page(access: Access, query: BudgetaConnectionQuery): Promise<{ data: Resource[]; total: number }> {
    const { rows, total } = await readBudgetaConnections(this.database, access, query);
    const { includes } = query;
    const ids = rows.map(({ id }) => id);
    const [budgets, accounts] = await Promise.all([
      includes.has('budgets') ? readBudgets(this.database, access, ids) : [],
      includes.has('budgets.accounts') ? readBudgetAccounts(this.database, access, ids) : [],
    ]);
    const links = includes.has('budgets.accounts.transfer_links')
      ? await readTransferLinksTo(
          this.database,
          access,
          'BUDGETA',
          accounts.map(({ id }) => id),
        )
      : null;
    const budgetOf = (budget: (typeof budgets)[number]): Resource =>
      toBudget(
        budget,
        includes.has('budgets.accounts')
          ? accounts
              .filter(({ document }) => document.budget_id === budget.id)
              .map((account) => accountWithLinks(account, links))
          : undefined,
      );
    const data = rows.map((row) =>
      toBudgetaConnection(
        row,
        includes.has('budgets')
          ? budgets.filter(({ document }) => document.connection_id === row.id).map(budgetOf)
          : undefined,
      ),
    );
    return { data, total };
  }
}

function accountWithLinks(account: BudgetAccountRow, links: readonly TransferLinkRow[] | null): Resource {
  if (links === null) return toBudgetAccount(account);
  const own = links.filter(({ document }) => document.destination_id === account.id);
  return { ...toBudgetAccount(account), transfer_links: own.map((link) => toTransferLink(link)) };
}
