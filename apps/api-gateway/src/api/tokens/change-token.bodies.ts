import { IfSent, IfSentAndNotNull, IsMoment } from '@tributary/http';
import { JSONSchema } from 'class-validator-jsonschema';
import { type Scope } from '../../identity/permissions/scopes';
import { AreGrantedAccounts, AreGrantedScopes, IsTokenName } from './token.rules';

/** Body of `PUT /tokens/{id}`: what is left out keeps its value. */
@JSONSchema({ minProperties: 1 })
export class ChangeTokenBody {
  @IfSent()
  @IsTokenName()
  name?: string;

  /** Null is all: accepted only if the token has all. */
  @IfSentAndNotNull()
  @AreGrantedScopes()
  scopes?: Scope[] | null;

  /** Null is all: accepted only if the token has all. */
  @IfSentAndNotNull()
  @AreGrantedAccounts()
  financial_accounts?: number[] | null;

  @IfSent()
  @IsMoment()
  expires_at?: string;
}
