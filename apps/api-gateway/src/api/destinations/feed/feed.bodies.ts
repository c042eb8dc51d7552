import { Documented, IfSent, RequiresAMember } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { ON_OTHER_CURRENCY, type OnOtherCurrency } from '@tributary/contracts';
import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { AreAccounts } from '../../webhook-endpoints/webhook-endpoint.rules';

const NAME_LENGTH_MAX = 255;

const IsName = () =>
  applyDecorators(
    IsString({ message: '$property must be a text' }),
    MinLength(1, { message: '$property must not be empty' }),
    MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` }),
  );

/** What becomes of transactions in another currency than their account's; they are left out until it is said. */
const IsOnOtherCurrency = () =>
  applyDecorators(
    IfSent(),
    Documented({
      description:
        'What becomes of transactions in another currency than their account’s: `CONVERT` by the bank’s own rate ' +
        '(without one they are left out), or `AS_IS` (the number stays, and the description names the currency). Absent: ' +
        'they are left out, and the app is told how many.',
    }),
    IsIn(ON_OTHER_CURRENCY, { message: `$property must be one of ${ON_OTHER_CURRENCY.join(', ')}` }),
  );

/** Body of `POST /destinations/feed/connections`. */
export class CreateFeedBody {
  /** Such as the name of the app that will read it. */
  @IsName()
  name!: string;

  /** Absent or null: all accounts that the token may see. */
  @AreAccounts()
  financial_accounts?: number[] | null;

  @IsOnOtherCurrency()
  on_other_currency?: OnOtherCurrency;
}

/** Body of `PUT /destinations/feed/connections/{id}`: what is left out keeps its value. */
@RequiresAMember()
export class UpdateFeedBody {
  @IfSent()
  @IsName()
  name?: string;

  /** Null: all accounts that the token may see. */
  @AreAccounts()
  financial_accounts?: number[] | null;

  @IsOnOtherCurrency()
  on_other_currency?: OnOtherCurrency;
}
