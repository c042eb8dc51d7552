import { idText, timeText } from '../../wire-values';

export interface AppRow {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly homepage: string | null;
  readonly redirect_uris: string[];
  readonly scopes: string[];
  readonly confidential: boolean;
  readonly manages_users: boolean;
  /** Who lets it in now, and those whom it manages. */
  readonly users_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** An app as its owner sees it. @param secret its text, where it was just made */
export function toApp(row: AppRow, secret: string | null = null): Readonly<Record<string, unknown>> {
  return {
    id: idText(row.id),
    client_id: row.client_id,
    name: row.name,
    homepage: row.homepage,
    redirect_uris: row.redirect_uris,
    scopes: row.scopes,
    confidential: row.confidential,
    manages_users: row.manages_users,
    users_count: String(row.users_count),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    ...(secret === null ? {} : { secret }),
  };
}
