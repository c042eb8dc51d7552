import type { TransferLink } from '@tributary/client';
import type { Target } from '../../api/destinations';

interface NewLink {
  readonly financial_account_id: string;
  readonly destination_type: Target['type'];
  readonly destination_id: string;
}

/** The cells of the matrix that will change, each with the link to create or to delete. */
export type Draft = ReadonlyMap<string, { readonly create: NewLink } | { readonly remove: string }>;

/** Returns the key of a cell: an account and a target. */
export function cellOf(accountId: string, type: Target['type'], targetId: string): string {
  return `${accountId} ${type} ${targetId}`;
}

/** Returns the draft after a click into a cell, which changes the cell or removes its change. */
export function toggled(
  draft: Draft,
  accountId: string,
  target: Pick<Target, 'type' | 'id'>,
  link: Pick<TransferLink, 'id'> | undefined,
): Draft {
  const cell = cellOf(accountId, target.type, target.id);
  const next = new Map(draft);
  if (next.delete(cell)) return next;
  const create = {
    financial_account_id: accountId,
    destination_type: target.type,
    destination_id: target.id,
  };
  return next.set(cell, link === undefined ? { create } : { remove: link.id });
}

/** Returns the links that the draft creates, and the ids of the links that it deletes. */
export function changesOf(draft: Draft): { readonly created: NewLink[]; readonly removed: string[] } {
  const changes = [...draft.values()];
  return {
    created: changes.flatMap((change) => ('create' in change ? [change.create] : [])),
    removed: changes.flatMap((change) => ('remove' in change ? [change.remove] : [])),
  };
}
