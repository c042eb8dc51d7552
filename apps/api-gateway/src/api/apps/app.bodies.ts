import { applyDecorators } from '@nestjs/common';
import { AreDistinct, Documented, IfSent, IfSentAndNotNull, IsFlag } from '@tributary/http';
import { IsArray, IsIn, IsString } from 'class-validator';
import { APP_NAME_LENGTH_MAX, REDIRECTS_MAX, URI_LENGTH_MAX } from '../../identity/apps/app-settings';
import { type Scope, SCOPES } from '../../identity/permissions/scopes';

/** Body of `PUT /apps/{id}`, with all settings. The code of the pages' forms validates lengths and addresses. */
export class ChangeAppBody {
  @IsText({ minLength: 1, maxLength: APP_NAME_LENGTH_MAX })
  name!: string;

  /** Absent or null: none. */
  @IfSentAndNotNull()
  @IsText({ format: 'uri', pattern: '^https:', maxLength: URI_LENGTH_MAX })
  homepage?: string | null;

  @AreRedirectUris()
  redirect_uris!: string[];

  @AreAppScopes()
  scopes!: Scope[];
}

/** Body of `POST /apps`. */
export class RegisterAppBody {
  @IsText({ minLength: 1, maxLength: APP_NAME_LENGTH_MAX })
  name!: string;

  /** Absent or null: none. */
  @IfSentAndNotNull()
  @IsText({ format: 'uri', pattern: '^https:', maxLength: URI_LENGTH_MAX })
  homepage?: string | null;

  @AreRedirectUris()
  redirect_uris!: string[];

  @AreAppScopes()
  scopes!: Scope[];

  /** Whether the app can store a secret safely. Absent: yes. */
  @IfSent()
  @IsFlag()
  confidential?: boolean;

  /** Whether the app creates users and their tokens. Absent: no. */
  @IfSent()
  @IsFlag()
  manages_users?: boolean;
}

function IsText(bounds: Readonly<Record<string, unknown>>): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', ...bounds }),
    IsString({ message: '$property must be a text' }),
  );
}

function AreRedirectUris(): PropertyDecorator {
  const uri = { type: 'string', format: 'uri', maxLength: URI_LENGTH_MAX } as const;
  return applyDecorators(
    IsArray({ message: '$property must be a list of texts' }),
    IsString({ each: true, message: 'each of $property must be a text' }),
    Documented({
      type: 'array',
      items: uri,
      minItems: 1,
      maxItems: REDIRECTS_MAX,
      description:
        'Each https, or http on 127.0.0.1, [::1] or localhost, or a scheme of the app’s own with a dot in it; without ' +
        'a fragment, in ASCII.',
    }),
  );
}

function AreAppScopes(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of scopes' }),
    IsIn(SCOPES, { each: true, message: `each of scopes must be one of ${SCOPES.join(', ')}` }),
    AreDistinct('a scope', SCOPES.length),
    Documented({ type: 'array', minItems: 1 }),
  );
}
