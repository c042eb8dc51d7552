import { Inject, Injectable } from '@nestjs/common';
import { EventPayload, TransferLinkUpsertedV1 } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../auth/access';
import { readDestination } from '../destinations/destinations.reader';
import { AccountsService } from '../finance/accounts.service';
import { toRule } from '../rules/rule.resource';
import { inOrder, readRulesAttachedTo } from '../rules/rules.reader';
import { toTransferLink } from './transfer-link.resource';

/** A link as its own endpoints show it: with its account, destination and rules, as far as the token may read them. */
@Injectable()
export class TransferLinkView {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
  ) {}

  async of(
    access: Access,
    link: EventPayload<typeof TransferLinkUpsertedV1>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { document } = link;
    const [financial_account, destination, rules] = await Promise.all([
      access.allows('accounts:read') ? this.accountOf(access, document.financial_account_id) : undefined,
      access.allows('destinations:read')
        ? readDestination(this.database, access, document.destination_type, document.destination_id)
        : undefined,
      access.allows('rules:read') ? this.rulesOf(access, link.id) : undefined,
    ]);
    const row = {
      id: link.id,
      created_at: new Date(link.createdAt),
      updated_at: new Date(link.updatedAt),
      document,
    };
    return toTransferLink(row, { financial_account, destination, rules });
  }

  private async accountOf(access: Access, id: number) {
    const view = {
      identifiers: access.seesIdentifiers,
      connection: false,
      institution: false,
      relations: false,
    };
    return (await this.accounts.byId(access, [id], view)).get(id) ?? null;
  }

  private async rulesOf(access: Access, linkId: number) {
    const rules = await readRulesAttachedTo(this.database, access, 'transfer_links', [linkId]);
    return inOrder(rules, 'transfer_links', linkId).map(({ order, rule }) => ({ order, rule: toRule(rule) }));
  }
}
