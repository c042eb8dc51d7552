import {
  CATEGORIES_MAX,
  CategoryDocument,
  CategoryUpsertedV1,
  EventPayload,
  Problem,
} from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Category } from './categories.store';
import { keyOf } from './category-key';

export type CategoryPayload = EventPayload<typeof CategoryUpsertedV1>;

/** Returns the published form of a category. */
export function toPayload(category: Category): CategoryPayload {
  const { id, version, userId, createdAt, updatedAt, name, group, hidden, destinationId, remoteId } =
    category;
  const source: CategoryDocument['source'] =
    destinationId === null || remoteId === null
      ? null
      : { destination_id: destinationId, remote_id: remoteId };
  return {
    id,
    version,
    userId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    document: { name, group, hidden, source },
  };
}

/** Publishes categories, and returns what was published. */
export async function announceCategories(
  tx: Tx,
  categories: readonly Category[],
): Promise<CategoryPayload[]> {
  const payloads = categories.map(toPayload);
  await appendToOutbox(
    tx,
    payloads.map((payload) => event(CategoryUpsertedV1, payload.id, payload)),
  );
  return payloads;
}

type Named = Pick<Category, 'name' | 'group'>;

/** Returns the members without blanks around them; an empty group is none. */
export function tidied<C extends Named>(category: C): C {
  const group = category.group?.trim() ?? '';
  return { ...category, name: category.name.trim(), group: group === '' ? null : group };
}

/** @throws Problem (invalid) for a blank name */
export function requireName({ name }: Named, path: string): void {
  if (name === '') throw Problem.invalid({ [path]: ['The name must not be blank.'] });
}

/** @throws Problem (conflict) if another category of the list has the name in the group */
export function requireFreeName(others: readonly Category[], wanted: Named): void {
  const taken = others.find((one) => keyOf(one) === keyOf(wanted));
  if (!taken) return;
  const where = taken.group === null ? '' : ` in the group “${taken.group}”`;
  throw Problem.conflict(`There is a category “${taken.name}”${where} already: ${taken.id}.`);
}

/** @throws Problem (conflict) if the list would have too many categories */
export function requireRoom(present: number, added: number): void {
  if (present + added <= CATEGORIES_MAX) return;
  throw Problem.conflict(
    `A user has at most ${CATEGORIES_MAX.toLocaleString('en-US')} categories: delete some that are no longer needed first.`,
  );
}
