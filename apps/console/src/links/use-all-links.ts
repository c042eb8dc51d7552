import { useQuery } from '@tanstack/react-query';
import { pagesOf, type TransferLink } from '@tributary/client';
import { client } from '../api/api';

/** Links beyond these are in the list alone. */
const LINKS_MAX = 2_000;

/** The links of every account, as far as a matrix can show them. */
export function useAllLinks() {
  // The key has the form of the API's own queries, so that the stream renews it.
  return useQuery({ queryKey: ['get', '/transfer-links', 'all'], queryFn: readAll });
}

async function readAll(): Promise<TransferLink[]> {
  const links: TransferLink[] = [];
  for await (const rows of pagesOf(readPage)) {
    links.push(...rows);
    if (links.length >= LINKS_MAX) break;
  }
  return links;
}

function readPage(page: { readonly 'page[number]': number; readonly 'page[size]': number }) {
  return client.GET('/transfer-links', { params: { query: { ...page, sort: ['id'] } } });
}
