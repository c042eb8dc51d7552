import { applyDecorators } from '@nestjs/common';
import { Documented, IfSent, IfSentAndNotNull, IsFlag } from '@tributary/http';
import { ArrayUnique, IsArray, IsIn, IsString } from 'class-validator';
import { type Scope, SCOPES } from '../../auth/scopes';

/** Body of `PUT /apps/{id}`, with all settings. Lengths and addresses are checked where those of the pages are. */
export class ChangeAppBody {
  @IsText()
  name!: string;

  /** Absent or null: none. */
  @IfSentAndNotNull()
  @IsText()
  homepage?: string | null;

  @AreTexts()
  redirect_uris!: string[];

  @AreAppScopes()
  scopes!: Scope[];
}

/** Body of `POST /apps`. */
export class RegisterAppBody {
  @IsText()
  name!: string;

  /** Absent or null: none. */
  @IfSentAndNotNull()
  @IsText()
  homepage?: string | null;

  @AreTexts()
  redirect_uris!: string[];

  @AreAppScopes()
  scopes!: Scope[];

  /** Whether it can keep a secret. Absent: yes. */
  @IfSent()
  @IsFlag()
  confidential?: boolean;

  /** Whether it makes tokens for users of its own. Absent: no. */
  @IfSent()
  @IsFlag()
  manages_users?: boolean;
}

function IsText(): PropertyDecorator {
  return applyDecorators(Documented({ type: 'string' }), IsString({ message: '$property must be a text' }));
}

function AreTexts(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of texts' }),
    IsString({ each: true, message: 'each of $property must be a text' }),
    Documented({ type: 'array', items: { type: 'string' } }),
  );
}

function AreAppScopes(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of scopes' }),
    IsIn(SCOPES, { each: true, message: `each of scopes must be one of ${SCOPES.join(', ')}` }),
    ArrayUnique({ message: '$property must not name a scope twice' }),
    Documented({ type: 'array' }),
  );
}
