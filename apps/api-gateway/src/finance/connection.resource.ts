import { CONNECTION, ConnectionDocument, InstitutionDocument } from '@tributary/contracts';
import { DocumentRow } from '../query/row-list';
import { idText, wireText } from '../wire-values';

export interface InstitutionRow {
  readonly id: number;
  readonly updated_at: string;
  readonly document: InstitutionDocument;
}

export interface ConnectionRow extends DocumentRow<ConnectionDocument> {
  /** Of those that the token was granted. */
  readonly financial_accounts_count: number;
  readonly institution: InstitutionRow | null;
}

export type ConnectionResource = Readonly<Record<string, unknown>>;
type AccountResource = Readonly<Record<string, unknown>>;

/** A connection, with its institution where that is asked for. */
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

export function toInstitution({
  id,
  updated_at,
  document,
}: InstitutionRow): Readonly<Record<string, unknown>> {
  return {
    id: idText(id),
    integrator: document.integrator,
    region: document.region,
    country: document.country,
    countries: document.countries ?? (document.country === null ? [] : [document.country]),
    name: document.name,
    bic: document.bic,
    external_id: document.external_id,
    logo: document.logo,
    supported: wireText(document.supported),
    supports_pending_transactions: wireText(document.supports_pending_transactions),
    supports_card_accounts: wireText(document.supports_card_accounts),
    max_historical_days: wireText(document.max_historical_days),
    max_access_valid_for_days: wireText(document.max_access_valid_for_days),
    supported_products: document.supported_products,
    category: document.category,
    updated_at: new Date(updated_at).toISOString(),
  };
}
