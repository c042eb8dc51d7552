import { TIME_ZONE_LENGTH_MAX } from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsFlag } from '@tributary/http';
import { Type } from 'class-transformer';
import { IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { AccountConfigBody } from './account-config.bodies';

const NAME_LENGTH_MAX = 255;

/** Body of `PUT /finance/accounts/{id}`: what is left out keeps its value. */
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
