import { toResourceForm } from '../../rest/openapi/written';
import { GrantOfApp } from './grant.schema';

export interface GrantOfAppRow {
  readonly id: number;
  readonly app_id: number;
  readonly name: string;
  readonly app_name: string;
  readonly homepage: string | null;
  readonly client_id: string;
  readonly scopes: string[];
  readonly account_ids: number[] | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

/** A user's grant to an app, as the user sees it. */
export function toGrant(row: GrantOfAppRow): Readonly<Record<string, unknown>> {
  return toResourceForm(GrantOfApp, { ...row, financial_accounts: row.account_ids });
}
