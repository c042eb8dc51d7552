import type { TransferLink } from '@tributary/client';
import type { Target, TargetIds } from '../../api/destinations';

/** The targets that have links, by their kind, each once. */
export function linkedTargets(
  links: readonly Pick<TransferLink, 'destination_type' | 'destination_id'>[],
): TargetIds {
  const ids = new Map<Target['type'], Set<string>>();
  for (const { destination_type: type, destination_id: id } of links) {
    ids.set(type, (ids.get(type) ?? new Set()).add(id));
  }
  return new Map([...ids].map(([type, found]) => [type, [...found]]));
}

/** The linked targets, then the others, each once. */
export function linkedFirst(linked: readonly Target[], others: readonly Target[]): readonly Target[] {
  const shown = new Set(linked.map(({ type, id }) => `${type} ${id}`));
  return [...linked, ...others.filter(({ type, id }) => !shown.has(`${type} ${id}`))];
}
