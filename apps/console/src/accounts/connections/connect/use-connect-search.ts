import { getRouteApi } from '@tanstack/react-router';
import { connectSearch, type ConnectSearch } from '../../search';

const route = getRouteApi('/connect');

/** Members that are undefined leave the address. */
type SearchChange = { readonly [Name in keyof ConnectSearch]?: ConnectSearch[Name] | undefined };

/**
 * Returns the current step from the address, and the function that opens another step. Members that the return from a
 * bank added are removed.
 */
export function useConnectSearch() {
  const search = connectSearch(route.useSearch());
  const navigate = route.useNavigate();
  const changeSearch = (change: SearchChange, options: { readonly replace?: boolean } = {}): Promise<void> =>
    navigate({ search: connectSearch({ ...search, ...change }), ...options });
  return { search, changeSearch: changeSearch };
}
