import type { components } from '@tributary/client';

/** Returns the name of a link, "account to destination". */
export function linkName(link: components['schemas']['TransferLink']): string {
  const { financial_account: account, destination, destination_type, financial_account_id } = link;
  const from = account?.display_name || account?.name || `account ${financial_account_id}`;
  const to = destination && 'name' in destination ? destination.name : null;
  return `${from} → ${destination_type}${typeof to === 'string' && to !== '' ? `: ${to}` : ''}`;
}
