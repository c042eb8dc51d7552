import { TokenKind } from '../../identity/authorizations/token.entity';
import { toResourceForm } from '../../rest/openapi/written';
import { PersonalToken } from './token.schema';

export interface PersonalTokenRow {
  readonly id: number;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: string[] | null;
  readonly account_ids: number[] | null;
  readonly last_used_at: Date | null;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

/** A personal access token as its owner sees it. @param token its text, if it was just created */
export function toPersonalToken(
  { kind: type, account_ids: financial_accounts, ...row }: PersonalTokenRow,
  token?: string,
): Readonly<Record<string, unknown>> {
  return toResourceForm(PersonalToken, { ...row, type, financial_accounts, token });
}
