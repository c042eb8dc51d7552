import { IfSent, IsMoment, IsSentOrNull, IfSentAndNotNull } from '@tributary/http';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Scope } from '../../identity/permissions/scopes';
import { AreGrantedAccounts, AreGrantedScopes, IsTokenName } from './token.rules';

/** Body of `POST /tokens`. */
export class CreateTokenBody {
  @IsTokenName()
  name!: string;

  /** Null: all. A request without the member, or with a misspelt one, must not create an unlimited token. */
  @IsSentOrNull()
  @AreGrantedScopes()
  scopes!: Scope[] | null;

  /** Null: all of the user's accounts, including later ones. */
  @IsSentOrNull()
  @AreGrantedAccounts()
  financial_accounts!: number[] | null;

  /** End of the token: after one year at the latest, which is the default. */
  @IfSent()
  @IsMoment()
  expires_at?: string;
}

/** Body of `PUT /tokens/{id}`. Absent members do not change. */
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
