import { AreDistinct, IfSent, IfSentAndNotNull, IsMoment } from '@tributary/http';
import { ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { type Scope, SCOPES } from '../../identity/permissions/scopes';
import { AreGrantedAccounts, IsTokenName } from '../tokens/token.rules';

/** Body of `PUT /grants/{id}`. Absent members do not change. */
@JSONSchema({ minProperties: 1 })
export class ChangeGrantBody {
  /** Name of the grant; null for the name of the app. */
  @IfSentAndNotNull()
  @IsTokenName()
  name?: string | null;

  @IfSent()
  @IsArray({ message: '$property must be a list of scopes' })
  @ArrayMinSize(1, { message: '$property must keep at least one: delete the grant to end it' })
  @IsIn(SCOPES, { each: true, message: `each of scopes must be one of ${SCOPES.join(', ')}` })
  @AreDistinct('a scope', SCOPES.length)
  scopes?: Scope[];

  /** Null is all: accepted only if the app was granted all. */
  @IfSentAndNotNull()
  @AreGrantedAccounts()
  financial_accounts?: number[] | null;

  @IfSent()
  @IsMoment()
  expires_at?: string;
}
