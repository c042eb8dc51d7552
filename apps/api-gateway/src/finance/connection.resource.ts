import { ConnectionDocument, InstitutionDocument } from '@tributary/contracts';
import { idText, timeText, wireText } from '../wire-values';

export interface InstitutionRow {
  readonly id: number;
  readonly updated_at: string;
  readonly document: InstitutionDocument;
}

export interface ConnectionRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: ConnectionDocument;
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
  const { document } = row;
  return {
    id: idText(row.id),
    institution_id: idText(document.institution_id),
    region: document.region,
    enabled: wireText(document.enabled),
    status: document.status,
    status_message: document.status_message,
    sync_balances: wireText(document.sync_balances),
    supports_reauthorization: document.supports_reauthorization,
    supports_manage: document.supports_manage,
    max_historical_days: wireText(document.max_historical_days),
    access_valid_for_days: wireText(document.access_valid_for_days),
    consent_expires_at: document.consent_expires_at,
    reference: document.reference,
    accounts_last_synced_at: document.accounts_last_synced_at,
    setup_pending: document.setup_pending,
    setup_renewal: wireText(document.setup_renewal),
    activated_at: document.activated_at,
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    ...(withInstitution ? { institution: row.institution && toInstitution(row.institution) } : {}),
    health: document.health,
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
