import { ShapedTransaction, TransactionDocument } from '@tributary/contracts';
import { POISON, REMOVED_DOCUMENT } from '../scenario/documents';
import { Services } from '../scenario/services';
import { CommittedMessage } from '../history';

/** One item of a message as its consumer must have dealt with it. */
export interface ExpectedItem {
  readonly id: number;
  readonly version: number;
  readonly isPoison: boolean;
  /** The row that it leads to. */
  readonly row: object;
}

/** What a consumer had to take, read from what was committed for it. */
export interface ExpectedWork {
  readonly items: readonly ExpectedItem[];
  /** Messages that cannot be read at all. */
  readonly unreadable: readonly string[];
}

export function workOfRuleEngine(services: Services): ExpectedWork {
  return workFrom(services, ['transaction.upserted', 'transaction.removed'], ({ topic, payload }) => {
    const { financialAccountId: accountId, transactions } = payload as RawPayload;
    return transactions.map(({ id, version, document }) => ({
      id,
      version,
      isPoison: document?.mapped_fields.payee === POISON.ruleEngine,
      row: {
        id,
        accountId,
        rawVersion: version,
        removed: topic === 'transaction.removed',
        document: document ?? REMOVED_DOCUMENT,
      },
    }));
  });
}

export function workOfTransferEngine(services: Services): ExpectedWork {
  return workFrom(services, ['transaction.shaped'], ({ payload }) =>
    (payload as { transactions: readonly ShapedTransaction[] }).transactions.map(
      ({ id, shapedVersion, rawVersion, removed, raw }) => ({
        id,
        version: shapedVersion,
        isPoison: raw.mapped_fields.payee === POISON.transferEngine,
        row: { id, shapedVersion, rawVersion, removed, document: raw },
      }),
    ),
  );
}

/** The state that working in order, once each, leaves behind: by id, the newest version that can be taken. */
export function inOrderResult(work: ExpectedWork): object[] {
  const newest = new Map<number, ExpectedItem>();
  for (const item of work.items)
    if (!item.isPoison && item.version > (newest.get(item.id)?.version ?? 0)) newest.set(item.id, item);
  return [...newest.values()].sort((one, other) => one.id - other.id).map(({ row }) => row);
}

interface RawPayload {
  readonly financialAccountId: number;
  readonly transactions: readonly { id: number; version: number; document?: TransactionDocument }[];
}

interface Readable {
  readonly topic: string;
  readonly payload: unknown;
}

function workFrom(
  services: Services,
  topics: readonly string[],
  toItems: (message: Readable) => ExpectedItem[],
): ExpectedWork {
  const messages = [...services.world.history.committed.values()].filter(({ topic }) =>
    topics.includes(topic),
  );
  return {
    items: messages.filter((message) => !isUnreadable(message)).flatMap((message) => toItems(read(message))),
    unreadable: messages.filter(isUnreadable).map(({ value }) => value),
  };
}

function isUnreadable({ value }: CommittedMessage): boolean {
  return value.includes('"unreadable ');
}

function read({ topic, value }: CommittedMessage): Readable {
  return { topic, payload: (JSON.parse(value) as { payload: unknown }).payload };
}
