import { TokenKind } from '../auth/access';
import { idText, timeText } from '../wire-values';

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

/** A personal access token as its owner sees it. @param token its text, where it was just made */
export function toPersonalToken(row: PersonalTokenRow, token?: string): Readonly<Record<string, unknown>> {
  return {
    id: idText(row.id),
    name: row.name,
    type: row.kind,
    scopes: row.scopes,
    financial_accounts: row.account_ids && row.account_ids.map(idText),
    last_used_at: row.last_used_at && timeText(row.last_used_at),
    expires_at: timeText(row.expires_at),
    revoked_at: row.revoked_at && timeText(row.revoked_at),
    created_at: timeText(row.created_at),
    ...(token === undefined ? {} : { token }),
  };
}
