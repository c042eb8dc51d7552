import { applyDecorators } from '@nestjs/common';
import { Documented, IfSent } from '@tributary/http';
import { IsRedirectUrl, WEB_ADDRESS } from '../redirect-url';
import { JSONSchema } from 'class-validator-jsonschema';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Length, Matches } from 'class-validator';

const NAME_LENGTH_MAX = 255;
const SECRET_LENGTH_MAX = 4096;
const URL_LENGTH_MAX = 1024;
const SPREADSHEETS_MAX = 100;

const IsName = () =>
  applyDecorators(
    IfSent(),
    Documented({ description: 'What the user calls the connection.' }),
    IsString({ message: '$property must be a text' }),
    Length(1, NAME_LENGTH_MAX, { message: `$property must have 1 to ${NAME_LENGTH_MAX} characters` }),
  );

/** What a header can carry: the token is sent on in `Authorization`. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Never shown again: sealed on its way and at rest. */
const IsCredential = (description: string, lengthMax = SECRET_LENGTH_MAX) =>
  applyDecorators(
    Documented({ description, writeOnly: true }),
    IsString({ message: '$property must be a text' }),
    Length(1, lengthMax, { message: `$property must have 1 to ${lengthMax} characters` }),
  );

/** Body of `POST /destinations/{kind}/connections/{id}/authorize`. */
export class AuthorizeDestinationBody {
  @IsRedirectUrl()
  redirect_url!: string;
}

/** By a token that the user brings, or by a link where they grant access: one of the two. */
@JSONSchema({ oneOf: [{ required: ['access_token'] }, { required: ['redirect_url'] }] })
export class ConnectByTokenOrLinkBody {
  @IsName()
  name?: string;

  @IfSent()
  @IsCredential('A token of the user’s own; without it, `redirect_url` is needed.')
  @Matches(SENDABLE, { message: '$property must have no spaces, line breaks or characters outside ASCII' })
  access_token?: string;

  @IfSent()
  @IsRedirectUrl()
  redirect_url?: string;
}

export class ConnectBudgetbBody {
  @IsName()
  name?: string;

  @Documented({ format: 'uri' })
  @Matches(WEB_ADDRESS, { message: '$property must be a web address (http or https)' })
  @Length(1, URL_LENGTH_MAX, { message: `$property must have 1 to ${URL_LENGTH_MAX} characters` })
  server_url!: string;

  @IsCredential('The server’s password.')
  password!: string;

  @IfSent()
  @IsCredential('The password of budgets whose content is encrypted.')
  encryption_password?: string;
}

export class ConnectSheetsBody {
  @IsName()
  name?: string;

  @IsCredential('The JSON file of a service account’s key, as text.', 16_384)
  service_account_key!: string;

  @Documented({ description: 'Ids or addresses of spreadsheets that are shared with the service account.' })
  @IsArray({ message: '$property must be a list' })
  @ArrayMinSize(1, { message: '$property must name at least one spreadsheet' })
  @ArrayMaxSize(SPREADSHEETS_MAX, { message: `$property must name at most ${SPREADSHEETS_MAX} spreadsheets` })
  @IsString({ each: true, message: 'each of $property must be a text' })
  @Length(1, URL_LENGTH_MAX, {
    each: true,
    message: `each of $property must have 1 to ${URL_LENGTH_MAX} characters`,
  })
  spreadsheets!: string[];
}
