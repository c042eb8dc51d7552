import { ACCOUNT_CATEGORIES, type AccountCategory, TIME_ZONE_LENGTH_MAX } from '@tributary/contracts';
import {
  Documented,
  IfSent,
  IfSentAndNotNull,
  IsCurrency,
  IsDay,
  IsMoney,
  IsFlag,
  IsWireId,
} from '@tributary/http';
import {
  IsDefined,
  IsIn,
  IsString,
  Matches,
  MaxLength,
  IsObject,
  ValidateNested,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
} from 'class-validator';
import { Type } from 'class-transformer';
import { AccountConfigBody } from './account-config.bodies';

const ACCOUNTS_MAX = 100;
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

/** Body of `PUT /finance/accounts/{id}`. Absent members do not change. */
export class UpdateAccountBody {
  /** Null or blank: none. */
  @IfSentAndNotNull()
  @Documented({ type: ['string', 'null'], description: 'Null or blank: none.' })
  @IsString({ message: '$property must be a text' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  custom_name?: string | null;

  /** The IANA name of the zone in which its moments are days. Null: UTC. */
  @IfSentAndNotNull()
  @Documented({
    type: ['string', 'null'],
    description:
      'The IANA name of the zone in which moments are days, such as Europe/Helsinki. Null: UTC. Stored transactions keep their day.',
  })
  @IsString({ message: '$property must be a text' })
  @MaxLength(TIME_ZONE_LENGTH_MAX, {
    message: `$property must have at most ${TIME_ZONE_LENGTH_MAX} characters`,
  })
  time_zone?: string | null;

  @IfSent()
  @IsFlag()
  enabled?: boolean;

  @IfSent()
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => AccountConfigBody)
  config?: AccountConfigBody;
}

/** Body of `PUT /finance/accounts/bulk`. */
export class ConfigureAccountsBody {
  @IsArray({ message: '$property must be a list of account ids' })
  @ArrayMinSize(1, { message: '$property must name at least one account' })
  @ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` })
  @IsWireId({ each: true })
  financial_account_ids!: number[];

  @Documented({ description: 'What is left out keeps its value in each account.' })
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => AccountConfigBody)
  config!: AccountConfigBody;
}

/** Body of `POST /finance/accounts/{id}/sync` and `POST /finance/connections/{id}/sync`; may be left out. */
export class SyncBody {
  /** The client must state this: the gateway cannot know, and requests to a bank must not name a user who is not present. */
  @IfSent()
  @Documented({
    description:
      'A user requests it right now, from the address that the request comes from. Some institutions do not count ' +
      'such a sync; they get the address and the browser. Timers must never send it.',
  })
  @IsFlag()
  user_present?: boolean;
}
