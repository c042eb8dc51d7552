import { Context } from '@opentelemetry/api';
import { groupBy, RuleLogEntry, RuleLoggedV1 } from '@tributary/contracts';
import { cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { insertLogs } from './rule-logs.store';

/** The effects of rules on one transaction, or their reversals, before they are logged. */
export interface RuleLogDraft {
  readonly accountId: number;
  readonly userId: number;
  readonly log: NewLogMembers;
  /** The trace of the operation that caused it. */
  readonly trace: Context | undefined;
}

/** A log before it has an id. */
export type NewLogMembers = Omit<RuleLogEntry, 'id' | 'createdAt'>;

/** Stored logs, and the events that publish them. */
export interface SavedLogs {
  readonly logs: readonly RuleLogEntry[];
  readonly events: readonly OutgoingEvent[];
}

export const LOGS_PER_MESSAGE_MAX = 1000;

/** Bytes that an id adds to the JSON of an entry. */
const ID_BYTES_MAX = 16;

/** An entry whose id the insert assigns. Its JSON is built once, for its row and for its size. */
interface NewLog {
  readonly draft: RuleLogDraft;
  readonly entry: RuleLogEntry;
  readonly json: string;
}

/** Inserts the logs in one statement; returns them in the given order. */
export async function saveRuleLogs(tx: Tx, drafts: readonly RuleLogDraft[]): Promise<SavedLogs> {
  if (drafts.length === 0) return { logs: [], events: [] };
  const createdAt = new Date().toISOString();
  const logs = drafts.map((draft) => toNewLog(draft, createdAt));
  const rows = logs.map(
    ({ draft, json }, position) =>
      `${json.slice(0, -1)},"accountId":${draft.accountId},"userId":${draft.userId},"position":${position}}`,
  );
  const ids = await insertLogs(tx, rows);
  logs.forEach(({ entry }, index) => (entry.id = ids[index] ?? 0));
  const events = [...groupBy(logs, ({ draft }) => draft.trace)].flatMap(([trace, ofTrace]) =>
    [...groupBy(ofTrace, ({ draft }) => draft.accountId)].flatMap(([accountId, ofAccount]) =>
      toEvents(accountId, ofAccount, trace),
    ),
  );
  return { logs: logs.map(({ entry }) => entry), events };
}

function toNewLog(draft: RuleLogDraft, createdAt: string): NewLog {
  const entry = { ...draft.log, id: 0, createdAt };
  return { draft, entry, json: JSON.stringify(entry) };
}

function toEvents(
  financialAccountId: number,
  logs: readonly NewLog[],
  trace: Context | undefined,
): OutgoingEvent[] {
  const userId = logs[0]?.draft.userId ?? 0;
  const sized = logs.map(({ entry, json }) => ({
    item: entry,
    bytes: Buffer.byteLength(json) + ID_BYTES_MAX,
  }));
  return cutForMessages(sized, LOGS_PER_MESSAGE_MAX).map((cut) =>
    event(RuleLoggedV1, financialAccountId, { financialAccountId, userId, logs: cut }, trace),
  );
}
