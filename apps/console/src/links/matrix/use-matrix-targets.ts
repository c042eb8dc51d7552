import type { TransferLink } from '@tributary/client';
import { useMemo } from 'react';
import { useTargets } from '../../api/destinations';
import { linkedTargets, linkedFirst } from './matrix-targets';

const NONE: readonly TransferLink[] = [];

/** The columns of the matrix: the targets that have links, then the first others of each kind. */
export function useMatrixTargets(links: readonly TransferLink[] = NONE) {
  const linked = useTargets(useMemo(() => linkedTargets(links), [links]));
  const first = useTargets();
  return {
    targets: linkedFirst(linked.targets, first.targets),
    total: first.total,
    isPending: linked.isPending || first.isPending,
    error: linked.error ?? first.error,
    refetch: () => Promise.all([linked.refetch(), first.refetch()]),
  };
}
