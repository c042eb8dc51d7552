import { SecurityEventKind } from '../auth/security-events';
import { idText, idTextOrNull, timeText } from '../wire-values';

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
export function toSecurityEvent(row: SecurityEventRow): Readonly<Record<string, unknown>> {
  return {
    id: idText(row.id),
    type: row.kind,
    address: row.address,
    token_id: idTextOrNull(row.token_id),
    app_id: idTextOrNull(row.app_id),
    name: row.name,
    created_at: timeText(row.occurred_at),
  };
}
