import { Documented, IfSent, IfSentAndNotNull, IsWireId } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { SETUP_TOKEN_LENGTH_MAX } from '@tributary/contracts';
import { Type } from 'class-transformer';
import { IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { IsRedirectUrl } from '../../rest/redirect-url';
import { AccountConfigBody } from '../accounts/account-config.bodies';

const REFERENCE_LENGTH_MAX = 128;
const NAME_LENGTH_MAX = 255;

const IsReference = () =>
  applyDecorators(
    IfSentAndNotNull(),
    Documented({ type: ['string', 'null'], description: 'Correlation id of the caller’s own.' }),
    IsString({ message: '$property must be a text' }),
    MaxLength(REFERENCE_LENGTH_MAX, {
      message: `$property must have at most ${REFERENCE_LENGTH_MAX} characters`,
    }),
  );

const IsSetupToken = () =>
  applyDecorators(
    IfSent(),
    Documented({
      description:
        'The setup token that the user made at a SimpleFIN server; it is claimed at once. Required where the ' +
        'institution’s integrator is SIMPLEFIN, and refused for others. No consent follows: `auth_url` is null.',
    }),
    IsString({ message: '$property must be a text' }),
    MinLength(1, { message: '$property must not be empty' }),
    MaxLength(SETUP_TOKEN_LENGTH_MAX, {
      message: `$property must have at most ${SETUP_TOKEN_LENGTH_MAX} characters`,
    }),
  );

/** Body of `POST /finance/connections`. */
export class CreateConnectionBody {
  @IsWireId()
  institution_id!: number;

  @IfSent()
  @IsRedirectUrl()
  redirect_url?: string;

  @IsSetupToken()
  setup_token?: string;

  @IsReference()
  reference?: string | null;

  /** The accounts' initial configuration, where it differs from the defaults. */
  @IfSent()
  @IsObject({ message: '$property must be an object' })
  @ValidateNested()
  @Type(() => AccountConfigBody)
  config?: AccountConfigBody;
}

/** Body of `POST /finance/connections/{id}/reauthorize`. */
export class ReauthorizeConnectionBody {
  @IfSent()
  @IsRedirectUrl()
  redirect_url?: string;

  @IsSetupToken()
  setup_token?: string;
}

/** Body of `PUT /finance/connections/{id}`. Absent members do not change; null clears. */
export class UpdateConnectionBody {
  @IfSentAndNotNull()
  @Documented({ type: ['string', 'null'], description: 'The user’s own; null or blank: none.' })
  @IsString({ message: '$property must be a text' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  name?: string | null;

  @IsReference()
  reference?: string | null;
}
