import { applyDecorators } from '@nestjs/common';
import { AreDistinct, Documented, IfSent } from '@tributary/http';
import { IsArray, IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ENDABLE, type Endable } from '../../identity/tokens/end-accesses';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../identity/sign-in/passwords';
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from '../../identity/sign-up/sign-up';

/** Body of `PUT /user`. Absent members do not change. The code of the pages' forms checks the values. */
@JSONSchema({ minProperties: 1 })
export class ChangeUserBody {
  @IfSent()
  @IsText({ minLength: 1, maxLength: NAME_LENGTH_MAX })
  name?: string;

  @IfSent()
  @IsText({ format: 'email', maxLength: EMAIL_LENGTH_MAX })
  email?: string;

  @IfSent()
  @IsText({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX })
  password?: string;

  /** Required with a new address or password. */
  @IfSent()
  @IsText({ maxLength: PASSWORD_LENGTH_MAX, description: 'Needed with `email` and with `password`.' })
  current_password?: string;

  @IfSent()
  @IsArray({ message: '$property must be a list of texts' })
  @IsIn(ENDABLE, { each: true, message: `each of end must be one of ${ENDABLE.join(', ')}` })
  @AreDistinct('one', ENDABLE.length)
  @Documented({
    type: 'array',
    description:
      'What ends with the old password: browsers that are signed in, personal access tokens (this one too), what apps may do. ' +
      'Absent: `sessions`.',
  })
  end?: Endable[];
}

/** Body of `DELETE /user`. */
export class DeleteUserBody {
  @IfSent()
  @IsText({
    maxLength: PASSWORD_LENGTH_MAX,
    description: 'Needed: neither a token nor an open browser is enough.',
  })
  current_password?: string;
}

function IsText(bounds: Readonly<Record<string, unknown>>): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', ...bounds }),
    IsString({ message: '$property must be a text' }),
  );
}
