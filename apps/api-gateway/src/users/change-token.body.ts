import { IfSent, IfSentAndNotNull, IsMoment } from '@tributary/http';
import { type Scope } from '../auth/scopes';
import { AreGrantedAccounts, AreGrantedScopes, IsTokenName } from './token.rules';

/** Body of `PUT /tokens/{id}`: what is left out keeps its value. */
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
