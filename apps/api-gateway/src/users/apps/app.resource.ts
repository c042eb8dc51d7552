import { written } from '../../openapi/written';
import { RegisteredApp } from './app.schema';

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
  return written(RegisteredApp, secret === null ? row : { ...row, secret });
}
