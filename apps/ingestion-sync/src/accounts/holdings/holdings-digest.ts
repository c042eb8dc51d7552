import { hash } from 'node:crypto';
import { ProviderHolding } from '../../providers/provider.port';

/** Whether two snapshots say the same, in whatever order the positions come. */
export function holdingsDigest(holdings: readonly ProviderHolding[]): string {
  const positions = holdings.map(({ key, document }) => JSON.stringify([key, document])).sort();
  return hash('sha1', JSON.stringify(positions), 'base64url');
}
