import { Documented, IfSent, IfSentAndNotNull, IsFlag } from '@tributary/http';
import { Type } from 'class-transformer';
import { IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { AccountConfigBody } from './account-config.body';

const NAME_LENGTH_MAX = 255;

/** Body of `PUT /finance/accounts/{id}`: what is left out keeps its value. */
export class UpdateAccountBody {
  /** Null or blank: none. */
  @IfSentAndNotNull()
  @Documented({ type: ['string', 'null'], description: 'Null or blank: none.' })
  @IsString({ message: '$property must be a text' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  custom_name?: string | null;

  @IfSent()
  @IsFlag()
  enabled?: boolean;

  @IfSent()
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => AccountConfigBody)
  config?: AccountConfigBody;
}
