import { searchOf, type TransactionsSearch } from './search';

/** A search that the user gave a name. */
export interface SavedView {
  readonly name: string;
  readonly search: TransactionsSearch;
}

const VIEWS_MAX = 50;
export const VIEW_NAME_MAX = 60;

/** The views in what the browser has stored; whatever else is stored there counts as none. */
export function viewsIn(stored: string | null): readonly SavedView[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((view: unknown) =>
    isView(view) ? [{ name: view.name, search: searchOf(view.search) }] : [],
  );
}

/** The views with this one, which replaces a view with the same name, sorted by name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view]
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, VIEWS_MAX);
}

function isView(view: unknown): view is { readonly name: string; readonly search: Record<string, unknown> } {
  if (typeof view !== 'object' || view === null || !('name' in view) || !('search' in view)) return false;
  return typeof view.name === 'string' && typeof view.search === 'object' && view.search !== null;
}
