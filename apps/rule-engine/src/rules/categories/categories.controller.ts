import { Controller } from '@nestjs/common';
import {
  CommandResult,
  CreateCategory,
  ImportCategories,
  ImportedCategory,
  Problem,
  UpdateCategory,
} from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import {
  announceCategories,
  CategoryPayload,
  requireFreeName,
  requireName,
  requireRoom,
  tidied,
} from './categories';
import {
  categoriesOf,
  Category,
  insertCategories,
  lockList,
  NewCategoryRow,
  saveCategory,
  saveSources,
} from './categories.store';
import { keyOf } from './category-key';

/** Handles the commands that change a user's list of categories; a deletion is with the transactions that it moves. */
@Controller()
export class CategoriesController {
  @OnCommand(CreateCategory)
  async create(
    { caller: { userId }, payload }: ReceivedCommand<typeof CreateCategory>,
    tx: Tx,
  ): Promise<CategoryPayload> {
    const wanted = tidied({ source: null, ...payload });
    requireName(wanted, 'name');
    await lockList(tx, userId);
    const present = await categoriesOf(tx, userId);
    requireFreeName(present, wanted);
    requireRoom(present.length, 1);
    return only(await announceCategories(tx, await insertCategories(tx, userId, [wanted])));
  }

  @OnCommand(UpdateCategory)
  async update(
    { caller: { userId }, payload }: ReceivedCommand<typeof UpdateCategory>,
    tx: Tx,
  ): Promise<CategoryPayload> {
    await lockList(tx, userId);
    const present = await categoriesOf(tx, userId);
    const category = present.find(({ id }) => id === payload.categoryId);
    if (!category) throw Problem.notFound();
    const wanted = tidied({ ...category, ...payload.changes });
    requireName(wanted, 'name');
    requireFreeName(
      present.filter((one) => one !== category),
      wanted,
    );
    return only(await announceCategories(tx, [await saveCategory(tx, category.id, wanted)]));
  }

  @OnCommand(ImportCategories)
  async import(
    { caller: { userId }, payload }: ReceivedCommand<typeof ImportCategories>,
    tx: Tx,
  ): Promise<CommandResult<typeof ImportCategories>> {
    const items = payload.categories.map(tidied);
    items.forEach((item, index) => requireName(item, `categories.${index}.name`));
    await lockList(tx, userId);
    const present = await categoriesOf(tx, userId);
    const matched = matchImported(items, present);
    requireRoom(present.length, matched.added.length);
    const added = await insertCategories(tx, userId, matched.added);
    const changed = await saveSources(tx, matched.sources);
    return {
      categories: matched.slots.map((slot) =>
        slot.kind === 'present'
          ? { categoryId: slot.id, added: false }
          : { categoryId: added[slot.index]?.id ?? 0, added: true },
      ),
      upserted: await announceCategories(tx, [...added, ...changed]),
    };
  }
}

function only(payloads: readonly CategoryPayload[]): CategoryPayload {
  const [payload] = payloads;
  if (!payload) throw new Error('a category that was just saved is not there');
  return payload;
}

/** The own category of an imported one: one that is there, or one of those to add. */
type Slot =
  { readonly kind: 'present'; readonly id: number } | { readonly kind: 'added'; readonly index: number };

/**
 * Finds the own category of each imported one: by its source, then by group and name. Others are added, each once. A
 * category without a source gets that of its first match. Pure: no I/O.
 */
export function matchImported(items: readonly ImportedCategory[], present: readonly Category[]) {
  const bySource = new Map<string, Slot>();
  const byName = new Map<string, Slot>();
  const withoutSource = new Set<number>();
  for (const category of present) {
    const { id, destinationId, remoteId } = category;
    if (destinationId === null) withoutSource.add(id);
    else bySource.set(JSON.stringify([destinationId, remoteId]), { kind: 'present', id });
    byName.set(keyOf(category), { kind: 'present', id });
  }
  const added: NewCategoryRow[] = [];
  const sources: { id: number; destination_id: number; remote_id: string }[] = [];
  const slots = items.map((item): Slot => {
    const source = item.source && JSON.stringify([item.source.destination_id, item.source.remote_id]);
    const known = (source !== null && bySource.get(source)) || byName.get(keyOf(item));
    const slot: Slot = known ?? { kind: 'added', index: added.length };
    if (!known) {
      added.push({ ...item, hidden: false });
      byName.set(keyOf(item), slot);
    } else if (item.source && known.kind === 'present' && withoutSource.delete(known.id)) {
      sources.push({ id: known.id, ...item.source });
    }
    if (source !== null && !bySource.has(source)) bySource.set(source, slot);
    return slot;
  });
  return { slots, added, sources };
}
