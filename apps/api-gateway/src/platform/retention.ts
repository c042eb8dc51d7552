import { type Retention, TEN_MINUTES_MS } from '@tributary/service';
import { DAY_MS } from '@tributary/money';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { RESUMABLE_MS } from '../api/stream/streams';
import { OLD_NETWORKS, OLD_SECURITY_EVENTS } from '../identity/audit/security-events.store';
import { EXPIRED_ARTIFACTS, forgetReplies } from '../identity/authorizations/oauth-artifacts.store';
import { EXPIRED_APP_TOKENS } from '../identity/authorizations/tokens.store';
import { EXPIRED_ONE_USE_CODES } from '../identity/codes/one-use-codes.store';
import { ENDED_ERASURES } from '../identity/erasure/user-erasures.store';
import { EXPIRED_EXPORTS } from '../identity/export/user-exports.store';
import { EXPIRED_SIGN_UPS, OLD_MAILS } from '../identity/mail/mails.store';
import { EXPIRED_SESSIONS } from '../identity/sessions/sessions.store';
import { OLD_FAILURES } from '../identity/sign-in/sign-in-failures.store';
import { EXPIRED_INVITATIONS } from '../identity/sign-up/invitations.store';
import { OLD_CHANGES } from '../model/stores/model-changes.store';
import { deleteOldDeliveries, OLD_EVENTS } from '../model/stores/webhooks.store';
import { OLD_KEYS } from '../rest/idempotency/idempotency-keys.store';

const MINUTE_MS = 60_000;
/** Minimum retention of mails: the row of a notice prevents a second notice while its occasion lasts. */
const MAIL_DAYS_MIN = 30;

type Days = Pick<ApiGatewayConfig, 'securityEventRetentionDays' | 'webhookRetentionDays'>;

/** Personal tokens stay until their owner deletes them. */
export const retentions = ({ securityEventRetentionDays, webhookRetentionDays }: Days) =>
  ({
    access: {
      everyMs: MINUTE_MS,
      max: 2000,
      failure: 'what has ended could not be forgotten',
      rows: [
        EXPIRED_ARTIFACTS,
        EXPIRED_APP_TOKENS,
        EXPIRED_SESSIONS,
        OLD_FAILURES,
        EXPIRED_INVITATIONS,
        EXPIRED_SIGN_UPS,
        EXPIRED_ONE_USE_CODES,
        EXPIRED_EXPORTS,
        ENDED_ERASURES,
        OLD_KEYS,
        forgetReplies,
        { ...OLD_SECURITY_EVENTS, days: securityEventRetentionDays },
        { ...OLD_NETWORKS, days: securityEventRetentionDays },
        { ...OLD_MAILS, days: Math.max(securityEventRetentionDays, MAIL_DAYS_MIN) },
      ],
    },
    changes: {
      everyMs: MINUTE_MS,
      max: 5000,
      failure: 'forgetting old changes failed',
      // Twice the time: a transaction writes its changes some time before its commit.
      rows: [{ ...OLD_CHANGES, days: (2 * RESUMABLE_MS) / DAY_MS }],
    },
    webhooks: {
      everyMs: TEN_MINUTES_MS,
      max: 2000,
      failure: 'forgetting old deliveries failed',
      rows: [
        (database, max) => deleteOldDeliveries(database, webhookRetentionDays, max),
        { ...OLD_EVENTS, days: webhookRetentionDays },
      ],
    },
  }) satisfies Record<string, Retention>;
