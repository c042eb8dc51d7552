import { hash } from 'node:crypto';
import { ProviderHolding } from '../../providers/provider.port';

/** Returns a digest that is equal for snapshots with the same content, in any order of positions. */
export function holdingsDigest(holdings: readonly ProviderHolding[]): string {
  const positions = holdings.map(({ key, document }) => JSON.stringify([key, document])).sort();
  return hash('sha1', JSON.stringify(positions), 'base64url');
}
