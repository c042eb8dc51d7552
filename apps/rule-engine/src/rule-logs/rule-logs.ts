import { Context } from '@opentelemetry/api';
import { RuleLogEntry, RuleLoggedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { RuleEffect } from '../evaluation/shape';
import { groupBy } from '../group-by';
import { cutForMessages } from '../shaping/message-cuts';

/** What rules did to one transaction, to be logged. */
export interface RuleLogDraft {
  readonly accountId: number;
  readonly userId: number;
  readonly transactionId: number;
  readonly effect: RuleEffect;
  /** The trace that led to it. */
  readonly trace: Context | undefined;
}

const LOGS_PER_MESSAGE_MAX = 1000;

/** Writes the logs in one statement and returns the events that announce them. */
export async function saveRuleLogs(tx: Tx, drafts: readonly RuleLogDraft[]): Promise<OutgoingEvent[]> {
  if (drafts.length === 0) return [];
  const createdAt = new Date().toISOString();
  const ids = await insertLogs(tx, drafts, createdAt);
  const logged = drafts.map((draft, index) => ({ draft, entry: toEntry(draft, ids[index] ?? 0, createdAt) }));
  const groups = groupBy(logged, ({ draft }) => draft.trace);
  return [...groups].flatMap(([trace, ofTrace]) =>
    [...groupBy(ofTrace, ({ draft }) => draft.accountId)].flatMap(([accountId, ofAccount]) =>
      toEvents(accountId, ofAccount, trace),
    ),
  );
}

function toEvents(
  financialAccountId: number,
  logged: readonly { draft: RuleLogDraft; entry: RuleLogEntry }[],
  trace: Context | undefined,
): OutgoingEvent[] {
  const userId = logged[0]?.draft.userId ?? 0;
  const sized = logged.map(({ entry }) => ({ item: entry, bytes: Buffer.byteLength(JSON.stringify(entry)) }));
  return cutForMessages(sized, LOGS_PER_MESSAGE_MAX).map((logs) =>
    event(RuleLoggedV1, financialAccountId, { financialAccountId, userId, logs }, trace),
  );
}

/** Ids are given in the order of the rows, so the sorted ids belong to the drafts in turn. */
async function insertLogs(tx: Tx, drafts: readonly RuleLogDraft[], createdAt: string): Promise<number[]> {
  const rows = drafts.map(({ accountId, userId, transactionId, effect }, place) => ({
    ...effect,
    accountId,
    userId,
    transactionId,
    place,
  }));
  const inserted = await tx.query<{ id: number }>(
    `insert into rule_logs (kind, rule_id, action_id, action_type, transaction_id, account_id, user_id,
                            transfer_link_id, field_name, previous_value, new_value, error, created_at)
     select kind, "ruleId", "actionId", "actionType", "transactionId", "accountId", "userId",
            "transferLinkId", "fieldName", "previousValue", "newValue", error, $2
       from json_to_recordset($1::json) as log(
            kind text, "ruleId" bigint, "actionId" bigint, "actionType" text, "transactionId" bigint,
            "accountId" bigint, "userId" bigint, "transferLinkId" bigint, "fieldName" text,
            "previousValue" text, "newValue" text, error text, place integer)
      order by place
     returning id`,
    [JSON.stringify(rows), createdAt],
  );
  return inserted.map(({ id }) => id).sort((a, b) => a - b);
}

function toEntry({ transactionId, effect }: RuleLogDraft, id: number, createdAt: string): RuleLogEntry {
  return { id, ...effect, transactionId, createdAt };
}
