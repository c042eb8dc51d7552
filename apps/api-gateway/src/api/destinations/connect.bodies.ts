import { applyDecorators, Type } from '@nestjs/common';
import { TypeGuard } from '@sinclair/typebox';
import {
  CredentialField,
  CredentialFields,
  ofEachDestination,
  snakeCase,
  TOKEN_OR_LINK,
} from '@tributary/contracts';
import { Documented, IfSent, IsFlag, RequiresAMember } from '@tributary/http';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Length, Matches } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsRedirectUrl, WEB_ADDRESS } from '../../rest/redirect-url';
import { titleOf } from './destination.schema';

const NAME_LENGTH_MAX = 255;
/** The characters of a header: the token is sent on in `Authorization`. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Body of `POST /destinations/{kind}/connections/{id}/authorize`. */
export class AuthorizeDestinationBody {
  @IsRedirectUrl()
  redirect_url!: string;
}

/** Body of `PUT /destinations/{kind}/connections/{id}`. Absent members do not change. */
@RequiresAMember()
export class UpdateDestinationBody {
  @IsName()
  name?: string;

  @IfSent()
  @IsFlag()
  @Documented({ description: 'False: its links carry nothing, and what waits stays until it is true.' })
  enabled?: boolean;

  @IfSent()
  @IsFlag()
  @Documented({ description: 'Whether its links write the balances that their `sync_mode` names.' })
  sync_balances?: boolean;
}

/** Body of `POST /destinations/{kind}/connections`: a name, and the credentials by their names over REST. */
export interface ConnectBody {
  readonly name?: string;
  readonly redirect_url?: string;
  readonly [credential: string]: unknown;
}

/** Kinds with the same credentials share one body class. */
const ByTokenOrLinkBody = byLinkBody('ConnectByTokenOrLinkBody', TOKEN_OR_LINK, []);

/** Body classes by destination type. They validate requests, and the OpenAPI document describes them. */
export const CONNECT_BODIES = ofEachDestination((one) => {
  const { credentials, besideLink } = one.connect;
  if (credentials === TOKEN_OR_LINK) return ByTokenOrLinkBody;
  const name = `Connect${titleOf(one)}Body`;
  return besideLink ? byLinkBody(name, credentials, besideLink) : bodyClass(name, credentials);
});

/** Body with credentials, or with an address to return to; fields that are typed beside the link go with either. */
function byLinkBody(
  name: string,
  credentials: CredentialFields,
  besideLink: readonly string[],
): Type<ConnectBody> {
  const alone = Object.keys(credentials).filter((member) => !besideLink.includes(member));
  return bodyClass(name, credentials, (body) => {
    const members = alone.map(snakeCase);
    JSONSchema({ oneOf: [{ required: members }, { required: ['redirect_url'] }] })(body);
    for (const member of members) IfSent()(body.prototype as object, member);
    IfSent()(body.prototype as object, 'redirect_url');
    IsRedirectUrl()(body.prototype as object, 'redirect_url');
  });
}

function bodyClass(
  name: string,
  credentials: CredentialFields,
  further: (body: Type<ConnectBody>) => void = () => undefined,
): Type<ConnectBody> {
  class Body {
    readonly [credential: string]: unknown;
  }
  Object.defineProperty(Body, 'name', { value: name });
  IsName()(Body.prototype, 'name');
  for (const [member, field] of Object.entries(credentials)) {
    IsCredential(field)(Body.prototype, snakeCase(member));
  }
  further(Body);
  return Body;
}

function IsName(): PropertyDecorator {
  return applyDecorators(
    IfSent(),
    Documented({ description: 'What the user calls the connection.' }),
    IsString({ message: '$property must be a text' }),
    HasLength(NAME_LENGTH_MAX),
  );
}

function HasLength(max: number): PropertyDecorator {
  return Length(1, max, { message: `$property must have 1 to ${max} characters` });
}

/** Validates a credential, which is never shown again: a secret is encrypted on its way and at rest. */
function IsCredential(field: CredentialField): PropertyDecorator {
  const isOptional = TypeGuard.IsOptional(field.schema);
  return applyDecorators(...(isOptional ? [IfSent()] : []), ...validatorsOf(field));
}

function validatorsOf(field: CredentialField): PropertyDecorator[] {
  const { description, lengthMax } = field;
  const described = Documented({ description, writeOnly: true });
  const secret = [described, IsString({ message: '$property must be a text' }), HasLength(lengthMax)];
  switch (field.form) {
    case 'secret':
      return secret;
    case 'token': {
      const message = '$property must have no spaces, line breaks or characters outside ASCII';
      return [Matches(SENDABLE, { message }), ...secret];
    }
    case 'address':
      return [
        HasLength(lengthMax),
        Matches(WEB_ADDRESS, { message: '$property must be a web address (http or https)' }),
        Documented({ format: 'uri' }),
      ];
    case 'texts':
      return [...textsValidators(lengthMax, field.items), Documented({ description })];
    default: {
      const unknown: never = field;
      return unknown;
    }
  }
}

function textsValidators(
  lengthMax: number,
  { name, max }: { name: string; max: number },
): PropertyDecorator[] {
  const length = `each of $property must have 1 to ${lengthMax} characters`;
  return [
    Length(1, lengthMax, { each: true, message: length }),
    IsString({ each: true, message: 'each of $property must be a text' }),
    ArrayMaxSize(max, { message: `$property must name at most ${max} ${name}s` }),
    ArrayMinSize(1, { message: `$property must name at least one ${name}` }),
    IsArray({ message: '$property must be a list' }),
  ];
}
