import type { LoadTargets } from './command-load';
import type { SystemUnderFault } from './system-under-fault';

/** The first account, link and webhook of the user. */
export async function loadTargets({ rest }: SystemUnderFault): Promise<LoadTargets> {
  const first = async (list: string): Promise<string> => {
    const { data } = await rest.get<{ data: { id: string }[] }>(`${list}?page[size]=1`);
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
