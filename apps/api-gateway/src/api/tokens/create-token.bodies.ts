import { IfSent, IsMoment, IsSentOrNull } from '@tributary/http';
import { type Scope } from '../../identity/permissions/scopes';
import { AreGrantedAccounts, AreGrantedScopes, IsTokenName } from './token.rules';

/** Body of `POST /tokens`. */
export class CreateTokenBody {
  @IsTokenName()
  name!: string;

  /** Null: all. A request that leaves it out, or misspells it, must not create an unlimited token. */
  @IsSentOrNull()
  @AreGrantedScopes()
  scopes!: Scope[] | null;

  /** Null: all of the user's, also those that come later. */
  @IsSentOrNull()
  @AreGrantedAccounts()
  financial_accounts!: number[] | null;

  /** When it ends: after one year at the latest, which is the default. */
  @IfSent()
  @IsMoment()
  expires_at?: string;
}
