import { Documented, IsSentOrNull, IsWireId } from '@tributary/http';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsString, Length } from 'class-validator';
import { SCOPES, type Scope } from '../auth/scopes';

const ACCOUNTS_MAX = 1000;

/** Body of `POST /tokens`. */
export class CreateTokenBody {
  @Documented({ type: 'string', minLength: 1, maxLength: 100 })
  @IsString({ message: '$property must be a text' })
  @Length(1, 100, { message: '$property must have 1 to 100 characters' })
  name!: string;

  /** Null: all. A maker who leaves it out, or misspells it, must not get a token without limits. */
  @IsSentOrNull()
  @IsArray({ message: '$property must be a list of scopes, or null for all' })
  @IsIn(SCOPES, { each: true, message: `each of scopes must be one of ${SCOPES.join(', ')}` })
  @ArrayUnique({ message: '$property must not name a scope twice' })
  @Documented({ type: ['array', 'null'], description: 'Null: all scopes.' })
  scopes!: Scope[] | null;

  /** Null: all of the user's, also those that come later. */
  @IsSentOrNull()
  @IsArray({ message: '$property must be a list of account ids, or null for all' })
  @ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` })
  @IsWireId({ each: true })
  @Documented({ type: ['array', 'null'], description: 'Null: all accounts.' })
  financial_accounts!: number[] | null;
}
