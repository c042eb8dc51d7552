import { Documented, IfSent, IfSentAndNotNull } from '@tributary/http';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { type Scope, SCOPES } from '../../auth/scopes';
import { AreGrantedAccounts } from '../token.rules';

/** Body of `PUT /grants/{id}`: what is left out keeps its value. */
export class NarrowGrantBody {
  @IfSent()
  @IsArray({ message: '$property must be a list of scopes' })
  @ArrayMinSize(1, { message: '$property must keep at least one: delete the grant to end it' })
  @IsIn(SCOPES, { each: true, message: `each of scopes must be one of ${SCOPES.join(', ')}` })
  @ArrayUnique({ message: '$property must not name a scope twice' })
  @Documented({ type: 'array' })
  scopes?: Scope[];

  /** Null is all: accepted only if the app was granted all. */
  @IfSentAndNotNull()
  @AreGrantedAccounts()
  financial_accounts?: number[] | null;
}
