import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { readDestinations } from '../destinations/destinations.store';
import { AccountsService } from '../accounts/accounts.service';
import { toRule } from '../included/rule.resource';
import { inOrder, readRulesAttachedTo } from '../included/rules.store';
import { toTransferLink, TransferLinkRow } from '../included/transfer-link.resource';
import { readTransferLinks } from '../included/transfer-links.store';
import { TRANSFER_LINKS } from '../included/transfer-links.store';
import type { TransferLinkQuery } from '../included/transfer-links.store';

type Includes = TransferLinkQuery['includes'];
type LinkResource = Readonly<Record<string, unknown>>;

/** Relations of links that a response shows. */
interface Shown {
  readonly accounts: boolean;
  readonly destinations: boolean;
  readonly rules: boolean;
}

/** Shows a link as its own endpoints do: with its account, destination and rules, as far as the token may read them. */
@Injectable()
export class TransferLinkView {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
  ) {}

  /**
   * A link with its account, destination and rules, as far as the token may read them; `includes` limits them. @throws
   * Problem (not_found)
   */
  async one(access: Access, id: number, includes: Includes = new Set()): Promise<LinkResource> {
    const row = (await readTransferLinks(this.database, access, [id])).get(id);
    const shown = includes.size === 0 ? allOf(access) : included(includes);
    const [link] = row ? await this.show(access, [row], shown) : [];
    if (!link) throw Problem.notFound();
    return link;
  }

  /** Links that the token may see, by id, as their own endpoints show them. */
  async several(access: Access, ids: readonly number[]): Promise<ReadonlyMap<number, LinkResource>> {
    const rows = [...(await readTransferLinks(this.database, access, ids)).values()];
    const links = await this.show(access, rows, allOf(access));
    return new Map(rows.map(({ id }, index) => [id, links[index] ?? {}]));
  }

  async page(access: Access, query: TransferLinkQuery): Promise<{ data: LinkResource[]; total: number }> {
    const { rows, total } = await TRANSFER_LINKS.page(this.database, query, access);
    const data = await this.show(access, rows, included(query.includes));
    return { data, total };
  }

  /** Reads the relations by one statement for each kind, however many links. */
  private async show(
    access: Access,
    links: readonly TransferLinkRow[],
    shown: Shown,
  ): Promise<LinkResource[]> {
    const [accounts, destinations, rules] = await Promise.all([
      shown.accounts ? this.accountsOf(access, links) : undefined,
      shown.destinations ? this.destinationsOf(access, links) : undefined,
      shown.rules
        ? readRulesAttachedTo(
            this.database,
            access,
            'transfer_links',
            links.map(({ id }) => id),
          )
        : undefined,
    ]);
    return links.map((link) =>
      toTransferLink(link, {
        financial_account: accounts && (accounts.get(link.document.financial_account_id) ?? null),
        destination: destinations && (destinations.get(link.document.destination_id) ?? null),
        rules:
          rules &&
          inOrder(rules, 'transfer_links', link.id).map(({ order, rule }) => ({
            order,
            rule: toRule(access, rule),
          })),
      }),
    );
  }

  private accountsOf(access: Access, links: readonly TransferLinkRow[]) {
    const view = {
      identifiers: access.seesIdentifiers,
      connection: false,
      institution: false,
      relations: false,
    };
    const ids = [...new Set(links.map(({ document }) => document.financial_account_id))];
    return this.accounts.byId(access, ids, view);
  }

  private destinationsOf(access: Access, links: readonly TransferLinkRow[]) {
    return readDestinations(
      this.database,
      access,
      links.map(({ document }) => ({ type: document.destination_type, id: document.destination_id })),
    );
  }
}

function included(includes: Includes): Shown {
  return {
    accounts: includes.has('financial_account'),
    destinations: includes.has('destination'),
    rules: includes.has('rules'),
  };
}

function allOf(access: Access): Shown {
  return {
    accounts: access.allows('accounts:read'),
    destinations: access.allows('destinations:read'),
    rules: access.allows('rules:read'),
  };
}
