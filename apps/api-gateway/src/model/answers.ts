import { Static, TSchema } from '@sinclair/typebox';
import { ChangedDelivery, CommandContract, ReversalLog, TransactionChanges } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { ModelTx, writeModelNow } from './model-writes';
import { applyOwnChanges } from './projections/own-changes.projection';
import { PROJECTED, PROJECTIONS } from './projections/projections';

/** The user for whom a command ran, and the time of its reply. */
interface Answered {
  readonly userId: number;
  readonly at: string;
}

/** Stores parts of one kind from a reply. */
type StoreParts<Part> = (tx: ModelTx, parts: readonly Part[], answered: Answered) => Promise<void>;

interface Store {
  /** The projection whose tables it writes. */
  readonly topic: string;
  readonly store: StoreParts<unknown>;
}

/** All writers store in the order of the projections. */
const TOPICS = PROJECTED.map(({ contract }) => contract.topic);

/**
 * The parts of replies that the query model stores, by their schemas: payloads of events, and three other kinds. The
 * contract of a command thereby decides which rows its reply changes.
 */
export const STORES = new Map<TSchema, Store>([
  ...PROJECTED.map(({ contract, project }) =>
    part(contract.payload, contract.topic, (tx, payloads, { at }) =>
      project(
        tx,
        payloads.map((payload) => ({ payload, occurredAt: at })),
      ),
    ),
  ),
  part(TransactionChanges, 'transaction.shaped', async (tx, all) => {
    for (const changes of all) await applyOwnChanges(tx, changes);
  }),
  part(ChangedDelivery, 'webhook.delivered', (tx, all, { at }) =>
    PROJECTIONS['webhook.delivered'](
      tx,
      all.map(({ delivery, ...of }) => ({ occurredAt: at, payload: { ...of, deliveries: [delivery] } })),
    ),
  ),
  part(ReversalLog, 'rule.logged', (tx, logs, { at, userId }) =>
    PROJECTIONS['rule.logged'](
      tx,
      logs.map(({ financialAccountId, ...log }) => ({
        occurredAt: at,
        payload: { financialAccountId, userId, logs: [log] },
      })),
    ),
  ),
]);

/** The types are safe: parts of a reply were checked against their schemas when it came. */
function part<S extends TSchema>(schema: S, topic: string, store: StoreParts<Static<S>>): [TSchema, Store] {
  return [schema, { topic, store }];
}

/** Stores the resources in the reply to a command, so that callers read their own writes before the events arrive. */
export async function storeAnswer(
  database: Database,
  contract: CommandContract,
  answer: unknown,
  userId: number,
): Promise<void> {
  const parts = [...partsOf(contract.result, answer)].sort(
    ([one], [other]) => TOPICS.indexOf(one.topic) - TOPICS.indexOf(other.topic),
  );
  if (parts.length === 0) return;
  const answered = { userId, at: new Date().toISOString() };
  const work = async (tx: ModelTx): Promise<void> => {
    for (const [{ store }, values] of parts) await store(tx, values, answered);
  };
  await writeModelNow(database, work, [userId]);
}

/** Parts of a reply that can be stored, by their store. */
function partsOf(
  schema: TSchema,
  value: unknown,
  parts = new Map<Store, unknown[]>(),
): Map<Store, unknown[]> {
  const store = STORES.get(schema);
  if (value === null || value === undefined) return parts;
  if (store) return parts.set(store, [...(parts.get(store) ?? []), value]);
  for (const [inner, one] of membersOf(schema, value)) partsOf(inner, one, parts);
  return parts;
}

/** The members of an object, the items of a list, or the value itself by its type (without null). */
function membersOf(schema: TSchema, value: unknown): [TSchema, unknown][] {
  const { properties, items, anyOf } = schema as Shape;
  if (Array.isArray(value)) return items ? value.map((item: unknown) => [items, item]) : [];
  if (anyOf) return anyOf.map((variant) => [variant, value]);
  return Object.entries(properties ?? {}).map(([name, member]) => [
    member,
    (value as Readonly<Record<string, unknown>>)[name],
  ]);
}

type Shape = TSchema & {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
};
