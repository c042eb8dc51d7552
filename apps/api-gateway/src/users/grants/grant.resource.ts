import { idText, timeText } from '../../wire-values';

export interface GrantOfAppRow {
  readonly id: number;
  readonly app_id: number;
  readonly name: string;
  readonly homepage: string | null;
  readonly client_id: string;
  readonly scopes: string[];
  readonly account_ids: number[] | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

/** What a user lets an app do, as the user sees it. */
export function toGrant(row: GrantOfAppRow): Readonly<Record<string, unknown>> {
  return {
    id: idText(row.id),
    app_id: idText(row.app_id),
    name: row.name,
    homepage: row.homepage,
    client_id: row.client_id,
    scopes: row.scopes,
    financial_accounts: row.account_ids && row.account_ids.map(idText),
    last_used_at: row.last_used_at && timeText(row.last_used_at),
    created_at: timeText(row.created_at),
  };
}
