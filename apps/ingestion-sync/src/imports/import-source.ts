import { fileSource } from '../transactions/matching/file-source';
import { ListingSource } from '../transactions/matching/listings';
import { ImportRow } from './imports.store';

/** Returns the source of an import that is compared or applied; it equals the one that earlier releases stored. */
export function sourceOf(row: ImportRow, index: number): ListingSource | undefined {
  const account = row.accounts[index];
  if (!account) return undefined;
  const parts = {
    importId: row.id,
    format: row.format,
    shape: row.csv_shape,
    name: row.file_name,
    bytes: row.file_bytes,
    isWhole: true,
    account,
  };
  const source = fileSource({ ...parts, digest: row.digest ?? '' });
  return {
    ...source,
    fingerprints: [...source.fingerprints, ...fileSource({ ...parts, digest: null }).fingerprints],
  };
}
