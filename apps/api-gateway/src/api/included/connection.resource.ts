import { CONNECTION, ConnectionDocument } from '@tributary/contracts';
import { DocumentRow } from '../../rest/lists/row-list';
import { wireText } from '../../rest/wire-values';
import { InstitutionRow, toInstitution } from '../institutions/institution.resource';

export interface ConnectionRow extends DocumentRow<ConnectionDocument> {
  /** Counts the accounts that the token was granted. */
  readonly financial_accounts_count: number;
  readonly institution: InstitutionRow | null;
}

export type ConnectionResource = Readonly<Record<string, unknown>>;
type AccountResource = Readonly<Record<string, unknown>>;

/** A connection, with its institution if it was requested. */
export function toConnection(
  row: ConnectionRow,
  withInstitution: boolean,
  accounts?: readonly AccountResource[],
): ConnectionResource {
  const { id, document, created_at: createdAt, updated_at: updatedAt } = row;
  const { grant_id: _grant, ...shown } = CONNECTION.write({ id, document, createdAt, updatedAt }, {});
  return {
    ...shown,
    ...(withInstitution ? { institution: row.institution && toInstitution(row.institution) } : {}),
    paused: document.paused ?? null,
    ...(accounts === undefined ? {} : { financial_accounts: accounts }),
    financial_accounts_count: wireText(row.financial_accounts_count),
  };
}
