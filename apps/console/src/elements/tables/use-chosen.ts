import { useState } from 'react';

export interface Chosen {
  /** The chosen ids of the rows that are shown. */
  readonly chosen: readonly string[];
  readonly isChosen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly set: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** The rows of a table that are chosen for a change of several. @param ids the rows that can be chosen now */
export function useChosen(ids: readonly string[]): Chosen {
  const [all, setAll] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: ids.filter((id) => all.has(id)),
    isChosen: (id) => all.has(id),
    toggle: (id) => {
      const next = new Set(all);
      if (!next.delete(id)) next.add(id);
      setAll(next);
    },
    set: (chosen) => setAll(new Set(chosen)),
    clear: () => setAll(new Set()),
  };
}
