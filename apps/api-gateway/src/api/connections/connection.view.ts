import { Inject, Injectable } from '@nestjs/common';
import { groupBy, Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { AccountResource } from '../accounts/account.resource';
import { AccountsService } from '../accounts/accounts.service';
import { ConnectionResource, ConnectionRow, toConnection } from '../included/connection.resource';
import { ConnectionQuery, CONNECTIONS } from '../included/connections.store';

type Includes = ReadonlySet<string>;

/** Connections as clients see them, each statement for all of them. */
@Injectable()
export class ConnectionView {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
  ) {}

  async page(access: Access, query: ConnectionQuery): Promise<{ data: ConnectionResource[]; total: number }> {
    const { rows, total } = await CONNECTIONS.page(this.database, query, access);
    return { data: await this.show(access, rows, query.includes), total };
  }

  /** @throws Problem (not_found), also if the token was granted none of its accounts */
  async one(access: Access, id: number, includes: Includes = new Set()): Promise<ConnectionResource> {
    const row = await CONNECTIONS.one(this.database, id, access);
    const [shown] = await this.show(access, [row], includes);
    if (!shown) throw Problem.notFound();
    return shown;
  }

  private async show(
    access: Access,
    rows: readonly ConnectionRow[],
    includes: Includes,
  ): Promise<ConnectionResource[]> {
    const withInstitution = includes.has('institution');
    if (!includes.has('financial_accounts')) return rows.map((row) => toConnection(row, withInstitution));
    const byConnection = await this.accountsOf(
      access,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toConnection(row, withInstitution, byConnection.get(String(row.id)) ?? []));
  }

  private async accountsOf(access: Access, ids: readonly number[]): Promise<Map<string, AccountResource[]>> {
    const accounts = await this.accounts.ofConnections(access, ids);
    return groupBy(accounts, (account) => String(account.financial_connection_id));
  }
}
