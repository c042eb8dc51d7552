import { IfSent, RequiresAMember } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { AreAccounts } from '../../webhooks/webhook-endpoint.rules';

const NAME_LENGTH_MAX = 255;

const IsName = () =>
  applyDecorators(
    IsString({ message: '$property must be a text' }),
    MinLength(1, { message: '$property must not be empty' }),
    MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` }),
  );

/** Body of `POST /destinations/feed/connections`. */
export class CreateFeedBody {
  /** Such as the name of the app that will read it. */
  @IsName()
  name!: string;

  /** Absent or null: all accounts that the token may see. */
  @AreAccounts()
  financial_accounts?: number[] | null;
}

/** Body of `PUT /destinations/feed/connections/{id}`: what is left out keeps its value. */
@RequiresAMember()
export class UpdateFeedBody {
  @IfSent()
  @IsName()
  name?: string;

  /** Null: all accounts that the token may see. */
  @AreAccounts()
  financial_accounts?: number[] | null;
}
