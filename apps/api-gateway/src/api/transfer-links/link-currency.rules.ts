import { ON_OTHER_CURRENCY } from '@tributary/contracts';
import { Documented, IfSent } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { IsCurrency } from '../../rest/money.rules';

/** What becomes of amounts in another currency than the destination's. */
export const IsOnOtherCurrency = () =>
  applyDecorators(
    IfSent(),
    Documented({
      description:
        'What becomes of amounts in another currency than the destination’s: `CONVERT` by the bank’s own rate (without ' +
        'one they wait), or `AS_IS` (the number stays, and the memo names the currency). Required where the account and ' +
        'the destination are in different currencies.',
    }),
    IsIn(ON_OTHER_CURRENCY, { message: `$property must be one of ${ON_OTHER_CURRENCY.join(', ')}` }),
  );

/** What a destination counts in that states no currency itself. */
export const IsDestinationCurrency = () =>
  applyDecorators(
    IfSent(),
    Documented({
      description:
        'What a destination counts in that states no currency itself: a sheet, a data source, a budget without one. ' +
        'Absent: that of its other links, or the account’s.',
    }),
    IsCurrency(),
  );
