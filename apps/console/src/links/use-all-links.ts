import { useQuery } from '@tanstack/react-query';
import { pagesOf, type TransferLink } from '@tributary/client';
import { client } from '../api/api';

type PageQuery = Parameters<Parameters<typeof pagesOf>[0]>[0];

/** The matrix shows at most this many links; the list has all. */
const LINKS_MAX = 2_000;

/** The links of every account, as far as a matrix can show them. */
export function useAllLinks() {
  // The key has the form of the API's own queries, so that the stream renews it.
  return useQuery({ queryKey: ['get', '/transfer-links', 'all'], queryFn: readAll });
}

async function readAll(): Promise<{ readonly links: readonly TransferLink[]; readonly total: number }> {
  const links: TransferLink[] = [];
  let total = 0;
  const read = async (page: PageQuery) => {
    const answer = await readPage(page);
    total = answer.data?.meta.total ?? total;
    return answer;
  };
  for await (const rows of pagesOf(read)) {
    links.push(...rows);
    if (links.length >= LINKS_MAX) break;
  }
  return { links, total };
}

function readPage(page: PageQuery) {
  return client.GET('/transfer-links', { params: { query: { ...page, sort: ['id'] } } });
}
