import type { FinancialConnection } from '@tributary/client';

/** The user's own name for a connection, or its institution's. */
export function connectionName({
  name,
  institution,
  id,
}: Pick<FinancialConnection, 'name' | 'institution' | 'id'>): string {
  return name || institution?.name || `Connection ${id}`;
}
