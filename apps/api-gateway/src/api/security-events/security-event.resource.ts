import { SecurityEventKind } from '../../identity/audit/security-events';
import { toResourceForm } from '../../rest/openapi/written';
import { SecurityEventResource } from './security-event.schema';

export interface SecurityEventRow {
  readonly id: number;
  readonly kind: SecurityEventKind;
  readonly address: string | null;
  readonly token_id: number | null;
  readonly app_id: number | null;
  readonly name: string | null;
  readonly occurred_at: Date;
}

/** An event of the audit trail as its owner sees it. */
export function toSecurityEvent({ kind: type, occurred_at: created_at, ...row }: SecurityEventRow) {
  return toResourceForm(SecurityEventResource, { ...row, type, created_at });
}
