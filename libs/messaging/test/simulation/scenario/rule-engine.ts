import {
  EventPayload,
  ShapedTransaction,
  TransactionDocument,
  TransactionRemovedV1,
  TransactionShapedV1,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { EventHandler } from '../../../src/consumers/event-processor';
import { appendToOutbox, event } from '../../../src/outbox/outbox';
import { simulated } from '../database/connections';
import { Session } from '../database/session';
import { POISON, PoisonError, REMOVED_DOCUMENT } from './documents';
import { Services, ShapedRow } from './services';

const NOW = '2026-03-02T06:10:00.000Z';

interface RawChange {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly removed: boolean;
  readonly document: TransactionDocument;
}

/** Takes changes from two topics that have no order among each other, and sends on what it made of them. */
export function ruleEngineHandlers(services: Services): ReadonlyMap<string, EventHandler> {
  const handle =
    (toChanges: (payload: unknown) => RawChange[]): EventHandler =>
    async (events, tx) => {
      const changes = events.flatMap(({ payload }) => toChanges(payload));
      const shaped = await simulated(tx).statement((session) => shape(session, services, changes));
      await appendToOutbox(tx, toEvents(shaped));
    };
  return new Map([
    [TransactionUpsertedV1.topic, handle(upserted)],
    [TransactionRemovedV1.topic, handle(removed)],
  ]);
}

function upserted(payload: unknown): RawChange[] {
  const { financialAccountId: accountId, transactions } = payload as EventPayload<
    typeof TransactionUpsertedV1
  >;
  return transactions.map(({ id, version, document }) => ({
    id,
    accountId,
    version,
    document,
    removed: false,
  }));
}

function removed(payload: unknown): RawChange[] {
  const { financialAccountId: accountId, transactions } = payload as EventPayload<
    typeof TransactionRemovedV1
  >;
  return transactions.map((one) => ({ ...one, accountId, document: REMOVED_DOCUMENT, removed: true }));
}

/** In one order of rows, against deadlocks; what is not newer is left alone. */
async function shape(
  session: Session,
  services: Services,
  changes: readonly RawChange[],
): Promise<ShapedRow[]> {
  const shaped: ShapedRow[] = [];
  for (const change of [...changes].sort((one, other) => one.id - other.id)) {
    const row = await shapeOne(session, services, change);
    if (row) shaped.push(row);
  }
  return shaped;
}

async function shapeOne(session: Session, services: Services, change: RawChange): Promise<ShapedRow | null> {
  const { id, accountId, version, removed, document } = change;
  const { history } = services.world;
  const key = String(id);
  await session.lockRow(services.shaped, key);
  if (document.mapped_fields.payee === POISON.ruleEngine) throw new PoisonError('the rules cannot take this');
  session.whenCommitted(() => history.itemTaken('rule_engine', `${id}/${version}`));
  const before = session.read(services.shaped, key);
  if (services.hasVersionCheck() && before && before.rawVersion >= version) {
    history.met('older version ignored');
    return null;
  }
  const shapedVersion = (before?.shapedVersion ?? 0) + 1;
  const row = { id, accountId, rawVersion: version, shapedVersion, removed, document };
  const isForgotten = removed && services.without === 'tombstones of what was removed';
  session.write(services.shaped, key, isForgotten ? null : row);
  session.whenCommitted(() => history.versionApplied('rule_engine', id, version));
  return row;
}

function toEvents(shaped: readonly ShapedRow[]) {
  return [...new Set(shaped.map(({ accountId }) => accountId))].map((financialAccountId) =>
    event(TransactionShapedV1, financialAccountId, {
      financialAccountId,
      userId: 1,
      cause: 'INGESTED',
      transactions: shaped.filter(({ accountId }) => accountId === financialAccountId).map(toShaped),
    }),
  );
}

function toShaped({ id, shapedVersion, rawVersion, removed, document }: ShapedRow): ShapedTransaction {
  return {
    id,
    shapedVersion,
    rawVersion,
    removed,
    createdAt: NOW,
    updatedAt: NOW,
    raw: document,
    shaped: null,
    hash: `${id}/${rawVersion}`,
    outputs: [],
  };
}
