import { AreIdsOf, Documented, IfSent, IfSentAndNotNull, IsFlag } from '@tributary/http';

/** Body of `POST /rules/{ruleId}/apply`. */
export class ApplyRuleBody {
  /** Only shows what would change. */
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
