import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../auth/access';
import { AccountsService } from '../finance/accounts.service';
import { toTransferLink } from '../transfers/transfer-link.resource';
import { readTransferLinks } from '../transfers/transfer-links.reader';
import { Attachment, RuleRow, toRule } from './rule.resource';
import { readRule } from './rules.reader';

/** A rule as its own endpoints show it: with the links and accounts that it is attached to. */
@Injectable()
export class RuleView {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
  ) {}

  /** @throws Problem (not_found) */
  async of(access: Access, ruleId: number): Promise<Readonly<Record<string, unknown>>> {
    const rule = await readRule(this.database, access, ruleId);
    if (!rule) throw Problem.notFound();
    const [transfer_links, financial_accounts] = await Promise.all([
      access.allows('transfer-links:read') ? this.linksOf(access, rule) : undefined,
      access.allows('accounts:read') ? this.accountsOf(access, rule) : undefined,
    ]);
    return toRule(rule, {
      ...(transfer_links ? { transfer_links } : {}),
      ...(financial_accounts ? { financial_accounts } : {}),
    });
  }

  private async linksOf(access: Access, { transfer_links }: RuleRow) {
    const links = await readTransferLinks(this.database, access, idsOf(transfer_links));
    return transfer_links.flatMap(({ id, position }) => {
      const link = links.get(id);
      return link ? [{ rule_position: position, transfer_link: toTransferLink(link) }] : [];
    });
  }

  private async accountsOf(access: Access, { financial_accounts }: RuleRow) {
    const accounts = await this.accounts.byId(access, idsOf(financial_accounts), {
      identifiers: access.seesIdentifiers,
      connection: false,
      institution: false,
      relations: false,
    });
    return financial_accounts.flatMap(({ id, position }) => {
      const account = accounts.get(id);
      return account ? [{ rule_position: position, financial_account: account }] : [];
    });
  }
}

function idsOf(attachments: readonly Attachment[]): number[] {
  return attachments.map(({ id }) => id);
}
