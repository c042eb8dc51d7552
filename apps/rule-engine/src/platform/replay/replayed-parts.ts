import {
  EventPayload,
  groupBy,
  RuleApplicationUpsertedV1,
  RuleLogEntry,
  RuleLoggedV1,
  RuleUpsertedV1,
} from '@tributary/contracts';
import { cutForMessages, event } from '@tributary/messaging';
import { partById, ReplayedPart } from '@tributary/service';
import { readApplications } from '../../applications/rule-applications';
import { RulePayload } from '../../rules/rule-payload';
import { rulePayloads } from '../../rules/rules';
import { LOGS_PER_MESSAGE_MAX } from '../../shaping/rule-logs';
import { SHAPED_TRANSACTIONS } from './replayed-transactions';

const RULES = partById<RulePayload>({
  name: 'rules',
  totalSql: 'select count(*) as count from rules',
  rows: async (tx, after, limit) => {
    const rows = await tx.query<{ id: number }>('select id from rules where id > $1 order by id limit $2', [
      after,
      limit,
    ]);
    return rulePayloads(
      tx,
      rows.map(({ id }) => id),
    );
  },
  idOf: ({ id }) => id,
  toEvents: (payloads) =>
    payloads.map((payload) => ({
      event: event(RuleUpsertedV1, payload.id, payload),
      occurredAt: new Date(payload.updatedAt),
    })),
});

const APPLICATIONS = partById<EventPayload<typeof RuleApplicationUpsertedV1>>({
  name: 'rule applications',
  totalSql: 'select count(*) as count from rule_applications',
  rows: (tx, after, limit) => readApplications(tx, 'id > $1 order by id limit $2', [after, limit]),
  idOf: ({ id }) => id,
  toEvents: (payloads) =>
    payloads.map((payload) => ({
      event: event(RuleApplicationUpsertedV1, payload.id, payload),
      occurredAt: new Date(payload.updatedAt),
    })),
});

interface LogRow extends Omit<RuleLogEntry, 'createdAt'> {
  readonly accountId: number;
  readonly userId: number;
  readonly createdAt: Date;
}

const RULE_LOGS = partById<LogRow>({
  name: 'rule logs',
  totalSql: 'select count(*) as count from rule_logs',
  rows: `select id, kind, rule_id as "ruleId", action_id as "actionId", action_type as "actionType",
                transaction_id as "transactionId", transfer_link_id as "transferLinkId",
                field_name as "fieldName", previous_value as "previousValue", new_value as "newValue", error,
                created_at as "createdAt", undoes, account_id as "accountId", user_id as "userId"
           from rule_logs where id > $1 order by id limit $2`,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    [...groupBy(rows, ({ accountId }) => accountId)].flatMap(([financialAccountId, ofAccount]) => {
      const sized = ofAccount.map(toSizedEntry);
      const { userId = 0, createdAt: occurredAt = new Date() } = ofAccount[0] ?? {};
      return cutForMessages(sized, LOGS_PER_MESSAGE_MAX).map((logs) => ({
        event: event(RuleLoggedV1, financialAccountId, { financialAccountId, userId, logs }),
        occurredAt,
      }));
    }),
});

function toSizedEntry({ accountId: _account, userId: _user, createdAt, ...members }: LogRow) {
  const item: RuleLogEntry = { ...members, createdAt: createdAt.toISOString() };
  return { item, bytes: Buffer.byteLength(JSON.stringify(item)) };
}

/** What the rule engine replays. */
export const REPLAYED_PARTS: readonly ReplayedPart[] = [RULES, APPLICATIONS, SHAPED_TRANSACTIONS, RULE_LOGS];
