import { ACCOUNT_CATEGORIES, type AccountCategory } from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsDay } from '@tributary/http';
import { IsDefined, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { IsCurrency, IsMoney } from '../../rest/money.rules';

const NAME_LENGTH_MAX = 255;

/** Body of `POST /finance/accounts`. */
export class CreateAccountBody {
  @IsString({ message: '$property must be a text' })
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  name!: string;

  @IsCurrency()
  currency!: string;

  @IfSent()
  @IsIn(ACCOUNT_CATEGORIES, { message: `$property must be one of ${ACCOUNT_CATEGORIES.join(', ')}` })
  account_category: AccountCategory = 'BANK';

  @IfSentAndNotNull()
  @Documented({ description: 'ISO 20022 code, such as CASH, CARD or SVGS.' })
  @Matches(/^[A-Z]{4}$/, { message: '$property must be an ISO 20022 code, such as CASH' })
  cash_account_type?: string | null;
}

/** Body of `POST /finance/accounts/{accountId}/balances`. */
export class RecordBalanceBody {
  @IsDefined({ message: 'The reference_date field is required.' })
  @IsDay()
  reference_date!: string;

  @IsDefined({ message: 'The amount field is required.' })
  @IsMoney()
  amount!: string;
}
