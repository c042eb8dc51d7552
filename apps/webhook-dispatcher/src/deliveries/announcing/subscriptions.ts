import { PayloadVersion, WebhookEvent } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { CanonicalEvent, canonicalName } from '../../payloads/event-names';
import { Redaction, redactionOf } from '../../payloads/redaction';

/** What one enabled endpoint wants to hear, and how. */
export interface Subscription {
  readonly endpointId: number;
  readonly userId: number;
  readonly events: ReadonlySet<CanonicalEvent>;
  /** Null: all accounts. */
  readonly accountIds: ReadonlySet<number> | null;
  readonly payloadVersion: PayloadVersion;
  readonly redaction: Redaction;
}

interface SubscriptionRow {
  id: number;
  user_id: number;
  events: WebhookEvent[];
  financial_account_ids: number[] | null;
  payload_version: PayloadVersion;
  omit_sensitive_identifiers: boolean;
  redact_sensitive: boolean;
}

/** The enabled endpoints of these users. */
export async function loadSubscriptions(tx: Queryable, userIds: Iterable<number>): Promise<Subscription[]> {
  const rows = await tx.query<SubscriptionRow>(
    `select id, user_id, events, financial_account_ids, payload_version,
            omit_sensitive_identifiers, redact_sensitive
       from webhook_endpoints where user_id = any($1::bigint[]) and enabled order by id`,
    [[...new Set(userIds)]],
  );
  return rows.map(fromRow);
}

/** Those that want this event of this user's account. */
export function interestedIn(
  subscriptions: readonly Subscription[],
  event: CanonicalEvent,
  of: { readonly userId: number; readonly accountId: number },
): Subscription[] {
  return subscriptions.filter(
    ({ userId, events, accountIds }) =>
      userId === of.userId && events.has(event) && (accountIds === null || accountIds.has(of.accountId)),
  );
}

function fromRow(row: SubscriptionRow): Subscription {
  return {
    endpointId: row.id,
    userId: row.user_id,
    events: new Set(row.events.map(canonicalName)),
    accountIds: row.financial_account_ids === null ? null : new Set(row.financial_account_ids),
    payloadVersion: row.payload_version,
    redaction: redactionOf({
      omitSensitiveIdentifiers: row.omit_sensitive_identifiers,
      redactSensitive: row.redact_sensitive,
    }),
  };
}
