import { ChangedRule, CommandPayload, PreviewRule, sentOf } from '@tributary/contracts';
import { AreIdsOf, Documented, IfSent, IfSentAndNotNull, IsFlag, IsWireId } from '@tributary/http';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { CreateRuleBody, withRoom } from '../rules/rule.bodies';

/** Body of `POST /rules/{ruleId}/apply`. */
export class ApplyRuleBody {
  /** Whether to return only a preview of the changes. */
  @IfSent()
  @IsFlag()
  dry_run: boolean = false;

  @IfSentAndNotNull()
  @AreIdsOf('account')
  @Documented({
    description:
      'Absent or null: all accounts that the rule is attached to, by themselves or by their links.',
  })
  financial_account_ids?: number[] | null;
}

const MATCHES_DEFAULT = 25;
const MATCHES_MAX = 100;
const TRANSACTIONS_MAX = 20_000;

/** Body of `POST /rules/preview`. */
export class PreviewRuleBody {
  @IsDefined({ message: '$property must be a rule in the form of POST /rules' })
  @IsObject({ message: '$property must be a rule in the form of POST /rules' })
  @ValidateNested()
  @Type(() => CreateRuleBody)
  rule!: CreateRuleBody;

  @IfSentAndNotNull()
  @IsWireId()
  @Documented({
    type: ['string', 'null'],
    description:
      'The saved rule that `rule` is a change of: the answer is the difference between the two, where the rule is ' +
      'attached and in its position there, over at most 500 transactions. Conditions and actions with the `id` of a saved one ' +
      'keep what was undone of them. Absent or null: a new rule, behind all others.',
  })
  rule_id?: number | null;

  @IfSentAndNotNull()
  @AreIdsOf('account')
  @Documented({ description: 'Absent or null: all accounts.' })
  financial_account_ids?: number[] | null;

  /** Maximum number of matches that are shown; all matches are counted. */
  @IfSent()
  @IsInt({ message: '$property must be a whole number' })
  @Min(1, { message: '$property must be at least 1' })
  @Max(MATCHES_MAX, { message: `$property must be at most ${MATCHES_MAX}` })
  matches_max: number = MATCHES_DEFAULT;

  /** Maximum number of transactions that are evaluated, newest first. */
  @IfSent()
  @IsInt({ message: '$property must be a whole number' })
  @Min(1, { message: '$property must be at least 1' })
  @Max(TRANSACTIONS_MAX, { message: `$property must be at most ${TRANSACTIONS_MAX}` })
  transactions_max: number = TRANSACTIONS_MAX;
}

/** The preview in the form of the command. */
export function fromPreviewBody(body: PreviewRuleBody): CommandPayload<typeof PreviewRule> {
  return {
    rule: withRoom(sentOf(ChangedRule, body.rule)),
    ruleId: body.rule_id ?? null,
    financialAccountIds: body.financial_account_ids ?? null,
    matchesMax: body.matches_max,
    transactionsMax: body.transactions_max,
  };
}
