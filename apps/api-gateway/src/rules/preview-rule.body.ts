import { AreIdsOf, Documented, IfSent, IfSentAndNotNull } from '@tributary/http';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { CreateRuleBody } from './rule.body';

const MATCHES_DEFAULT = 25;
const MATCHES_MAX = 100;
/** Body of `POST /rules/preview`. */
export class PreviewRuleBody {
  @IsDefined({ message: '$property must be a rule in the form of POST /rules' })
  @IsObject({ message: '$property must be a rule in the form of POST /rules' })
  @ValidateNested()
  @Type(() => CreateRuleBody)
  rule!: CreateRuleBody;

  @IfSentAndNotNull()
  @AreIdsOf('account')
  @Documented({ description: 'Absent or null: all accounts.' })
  financial_account_ids?: number[] | null;

  /** How many matches are shown; all are counted. */
  @IfSent()
  @IsInt({ message: '$property must be a whole number' })
  @Min(1, { message: '$property must be at least 1' })
  @Max(MATCHES_MAX, { message: `$property must be at most ${MATCHES_MAX}` })
  matches_max: number = MATCHES_DEFAULT;
}
