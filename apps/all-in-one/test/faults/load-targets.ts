import { dataOf } from '@tributary/client';
import type { LoadTargets } from './command-load';
import type { SystemUnderFault } from './system-under-fault';

/** Returns the first account, link and webhook of the user. */
export async function loadTargets({ rest }: SystemUnderFault): Promise<LoadTargets> {
  const first = async (list: '/finance/accounts' | '/transfer-links' | '/webhooks'): Promise<string> => {
    const { data } = await dataOf(rest.GET(list, { params: { query: { 'page[size]': 1 } } }));
    const [one] = data;
    if (!one) throw new Error(`${list} is empty`);
    return one.id;
  };
  const [accountId, linkId, webhookId] = await Promise.all([
    first('/finance/accounts'),
    first('/transfer-links'),
    first('/webhooks'),
  ]);
  return { accountId, linkId, webhookId };
}
