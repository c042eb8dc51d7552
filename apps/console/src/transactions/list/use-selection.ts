import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showProblem } from '../../elements/changes/use-change';
import type { TransactionsQuery } from '../filters/filters';
import type { Transaction } from '../transaction';
import { readRows } from './use-rows';

/** Maximum number of rows that can be changed together. */
export const SELECTED_MAX = 5_000;

/** The selected rows, which stay selected while filters change. */
export interface Selection {
  readonly rows: ReadonlyMap<string, Transaction>;
  /** Rows are being read that will be chosen. */
  readonly isReading: boolean;
  readonly toggle: (index: number, row: Transaction) => void;
  /** Chooses everything between the row that was toggled last and this one. */
  readonly extendTo: (index: number) => void;
  /** Chooses the first rows of the list, up to as many. */
  readonly selectFirst: (count: number) => void;
  readonly clear: () => void;
}

/** The selection from the list of this query. */
export function useSelection(query: TransactionsQuery): Selection {
  const queries = useQueryClient();
  const [rows, setRows] = useState<ReadonlyMap<string, Transaction>>(new Map());
  const [anchor, setAnchor] = useState(0);
  const [isReading, setReading] = useState(false);

  const add = async (first: number, last: number) => {
    setReading(true);
    try {
      const added = await readRows(queries, query, first, Math.min(last, first + SELECTED_MAX - 1));
      setRows(
        (now) => new Map([...now, ...added.map((row) => [row.id, row] as const)].slice(0, SELECTED_MAX)),
      );
    } catch (error) {
      showProblem(error);
    } finally {
      setReading(false);
    }
  };

  return {
    rows,
    isReading,
    toggle: (index, row) => {
      setAnchor(index);
      setRows((now) => {
        const next = new Map(now);
        if (!next.delete(row.id) && next.size < SELECTED_MAX) next.set(row.id, row);
        return next;
      });
    },
    extendTo: (index) => void add(Math.min(anchor, index), Math.max(anchor, index)),
    selectFirst: (count) => void add(0, count - 1),
    clear: () => setRows(new Map()),
  };
}
