import { toResourceForm } from '../../rest/openapi/written';
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
  /** The numbers of its grants and managed users. */
  readonly users_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** An app as its owner sees it. @param secret its text, if it was just created */
export function toApp(row: AppRow, secret: string | null = null): Readonly<Record<string, unknown>> {
  return toResourceForm(RegisteredApp, secret === null ? row : { ...row, secret });
}
