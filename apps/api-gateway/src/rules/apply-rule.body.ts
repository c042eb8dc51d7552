import { Documented, IfSent, IfSentAndNotNull, IsFlag, IsWireId } from '@tributary/http';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

const ACCOUNTS_MAX = 1000;

/** Body of `POST /rules/{ruleId}/apply`. */
export class ApplyRuleBody {
  /** Only shows what would change. */
  @IfSent()
  @IsFlag()
  dry_run: boolean = false;

  @IfSentAndNotNull()
  @IsArray({ message: '$property must be a list of account ids' })
  @ArrayMinSize(1, { message: '$property must name at least one account' })
  @ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` })
  @IsWireId({ each: true })
  @Documented({
    description:
      'Absent or null: all accounts that the rule is attached to, by themselves or by their links.',
  })
  financial_account_ids?: number[] | null;
}
