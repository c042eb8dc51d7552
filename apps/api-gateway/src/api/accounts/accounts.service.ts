import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { toRule } from '../included/rule.resource';
import { inOrder, readRulesAttachedTo } from '../included/rules.store';
import { toTransferLink } from '../included/transfer-link.resource';
import { readTransferLinksOfAccounts } from '../included/transfer-links.store';
import { AccountRelations, AccountResource, AccountRow, toAccount } from './account.resource';
import { AccountQuery, ACCOUNTS, readAccounts } from './accounts.store';
import { toConnection } from '../included/connection.resource';
import { readConnections } from '../included/connections.store';

/** Parts of an account that a response shows. */
export interface AccountView {
  /** Account numbers and holders' names. */
  readonly identifiers: boolean;
  readonly connection: boolean;
  readonly institution: boolean;
  /** Rules and links, as far as the token may read them; shown on the account's own endpoints. */
  readonly relations: boolean;
}

/** Reads accounts and their relations: one statement for each kind, however many accounts. */
@Injectable()
export class AccountsService {
  constructor(@Inject(Database) private readonly database: Database) {}

  async page(
    access: Access,
    query: AccountQuery,
    view: AccountView,
  ): Promise<{ data: AccountResource[]; total: number }> {
    const { rows, total } = await ACCOUNTS.page(this.database, query, access);
    return { data: [...(await this.show(access, rows, view)).values()], total };
  }

  /** @throws Problem (not_found), also if the token was not granted the account */
  async one(access: Access, id: number, view: AccountView): Promise<AccountResource> {
    const account = (await this.byId(access, [id], view)).get(id);
    if (!account) throw Problem.notFound();
    return account;
  }

  /** The granted accounts among the ids, or all granted ones. */
  async byId(
    access: Access,
    ids: readonly number[] | null,
    view: AccountView,
  ): Promise<Map<number, AccountResource>> {
    return this.show(access, await readAccounts(this.database, access, ids), view);
  }

  /** The granted accounts of connections. */
  async ofConnections(access: Access, connectionIds: readonly number[]): Promise<AccountResource[]> {
    if (connectionIds.length === 0) return [];
    const rows = await ACCOUNTS.where(
      this.database,
      (parameters) => `a.connection_id = any(${parameters.ids(connectionIds)})`,
      access,
    );
    return [...(await this.show(access, rows, embedded(access))).values()];
  }

  private async show(
    access: Access,
    rows: readonly AccountRow[],
    view: AccountView,
  ): Promise<Map<number, AccountResource>> {
    const relations = await this.relationsOf(access, rows, view);
    return new Map(rows.map((row) => [row.id, toAccount(row, view, relations(row))]));
  }

  private async relationsOf(
    access: Access,
    rows: readonly AccountRow[],
    view: AccountView,
  ): Promise<(row: AccountRow) => AccountRelations> {
    const ids = rows.map(({ id }) => id);
    const connectionIds = view.connection ? rows.flatMap(connectionOf) : [];
    const showsRules = view.relations && access.allows('rules:read');
    const showsLinks = view.relations && access.allows('transfer-links:read');
    const [connections, rules, links] = await Promise.all([
      readConnections(this.database, access, connectionIds),
      showsRules ? readRulesAttachedTo(this.database, access, 'financial_accounts', ids) : [],
      showsLinks ? readTransferLinksOfAccounts(this.database, access, ids) : [],
    ]);
    return (row) => {
      const { id } = row;
      const [connection] = connectionOf(row).map((one) => connections.get(one));
      return {
        ...(view.connection
          ? { financial_connection: connection ? toConnection(connection, view.institution) : null }
          : {}),
        ...(showsRules
          ? {
              rules: inOrder(rules, 'financial_accounts', id).map(({ order, rule }) => ({
                order,
                rule: toRule(access, rule),
              })),
            }
          : {}),
        ...(showsLinks
          ? {
              transfer_links: links
                .filter((link) => link.document.financial_account_id === id)
                .map((link) => toTransferLink(link)),
            }
          : {}),
      };
    };
  }
}

/** Empty for a manual account, which has no connection. */
function connectionOf({ document: { financial_connection_id: id } }: AccountRow): number[] {
  return id === null ? [] : [id];
}

function embedded(access: Access): AccountView {
  return {
    identifiers: access.seesIdentifiers,
    connection: false,
    institution: false,
    relations: false,
  };
}
