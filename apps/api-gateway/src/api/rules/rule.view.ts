import { Inject, Injectable } from '@nestjs/common';
import { Problem, ruleBytes } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { AccountsService } from '../accounts/accounts.service';
import { toTransferLink } from '../included/transfer-link.resource';
import { readTransferLinks } from '../included/transfer-links.store';
import { Attachment, RuleParts, RuleRow, toRuleWithParts } from '../included/rule.resource';
import { readRule } from '../included/rules.store';
import { RuleQuery, RULES } from './rules.store';

type Includes = RuleQuery['includes'];
type RuleResource = Readonly<Record<string, unknown>>;

/** Relations of rules that a response shows. */
interface Shown {
  readonly transfer_links: boolean;
  readonly financial_accounts: boolean;
  readonly parts: RuleParts;
}

/** Shows a rule as its own endpoints do: with the links and accounts to which it is attached. */
@Injectable()
export class RuleView {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AccountsService) private readonly accounts: AccountsService,
  ) {}

  /**
   * A rule with its links and accounts, as far as the token may read them; `includes` limits them. @throws Problem
   * (not_found)
   */
  async of(access: Access, ruleId: number, includes: Includes = new Set()): Promise<RuleResource> {
    const rule = await readRule(this.database, access, ruleId);
    if (!rule) throw Problem.notFound();
    requireFewRepeats([rule], partsIn(includes));
    const [shown] = await this.show(access, [rule], {
      transfer_links: isShown('transfer_links', includes) && access.allows('transfer-links:read'),
      financial_accounts: isShown('financial_accounts', includes) && access.allows('accounts:read'),
      parts: partsIn(includes),
    });
    return shown ?? {};
  }

  async page(access: Access, query: RuleQuery): Promise<{ data: RuleResource[]; total: number }> {
    const { rows, total } = await RULES.page(this.database, query, access);
    requireFewRepeats(rows, partsIn(query.includes));
    const data = await this.show(access, rows, {
      transfer_links: query.includes.has('transfer_links'),
      financial_accounts: query.includes.has('financial_accounts'),
      parts: partsIn(query.includes),
    });
    return { data, total };
  }

  /** Rules with their links and accounts: one statement for each kind, however many rules. */
  private async show(access: Access, rules: readonly RuleRow[], shown: Shown): Promise<RuleResource[]> {
    const [linksOf, accountsOf] = await Promise.all([
      shown.transfer_links ? this.linksOf(access, rules) : undefined,
      shown.financial_accounts ? this.accountsOf(access, rules) : undefined,
    ]);
    return rules.map((rule) =>
      toRuleWithParts(
        access,
        rule,
        {
          ...(linksOf ? { transfer_links: linksOf(rule) } : {}),
          ...(accountsOf ? { financial_accounts: accountsOf(rule) } : {}),
        },
        shown.parts,
      ),
    );
  }

  private async linksOf(access: Access, rules: readonly RuleRow[]) {
    const ids = rules.flatMap(({ transfer_links }) => idsOf(transfer_links));
    const links = await readTransferLinks(this.database, access, ids);
    return ({ transfer_links }: RuleRow) =>
      transfer_links.flatMap(({ id, position }) => {
        const link = links.get(id);
        return link ? [{ rule_position: position, transfer_link: toTransferLink(link) }] : [];
      });
  }

  private async accountsOf(access: Access, rules: readonly RuleRow[]) {
    const ids = rules.flatMap(({ financial_accounts }) => idsOf(financial_accounts));
    const accounts = await this.accounts.byId(access, ids, {
      identifiers: access.seesIdentifiers,
      connection: false,
      institution: false,
      relations: false,
    });
    return ({ financial_accounts }: RuleRow) =>
      financial_accounts.flatMap(({ id, position }) => {
        const account = accounts.get(id);
        return account ? [{ rule_position: position, financial_account: account }] : [];
      });
  }
}

/** Limit on the repeated rules in one response. */
const REPEATED_BYTES_MAX = 2_000_000;
/** Estimated JSON size of a rule without its parts and texts. */
const RULE_BYTES = 600;

/**
 * Limits the included rules of parts: each part shows its whole rule, so a rule with 200 parts would appear 200 times.
 * @throws Problem (invalid)
 */
function requireFewRepeats(rows: readonly RuleRow[], shown: RuleParts): void {
  const bytes = rows.reduce((sum, { document }) => {
    const repeats =
      (shown.conditions ? document.conditions.length : 0) + (shown.actions ? document.actions.length : 0);
    return sum + repeats * (RULE_BYTES + ruleBytes(document));
  }, 0);
  if (bytes <= REPEATED_BYTES_MAX) return;
  throw Problem.invalid({
    include: [
      'The rules of these conditions and actions are too large: ask for fewer rules, or do not include them.',
    ],
  });
}

/** Whether a relation of a rule is included, when the rule is shown alone. Without `include` all relations are. */
function isShown(name: keyof typeof RULES.includes, includes: Includes): boolean {
  return includes.size === 0 || includes.has(name);
}

function idsOf(attachments: readonly Attachment[]): number[] {
  return attachments.map(({ id }) => id);
}

function partsIn(includes: ReadonlySet<string>): RuleParts {
  return { conditions: includes.has('conditions.rules'), actions: includes.has('actions.rules') };
}
