/** The members of a TanStack query that decide what is drawn. `allOf` makes one of several. */
export interface Reading<Data> {
  readonly data: Data | undefined;
  /** Null: there is none. */
  readonly error: unknown;
  readonly refetch: () => unknown;
}

type DataOf<Readings extends readonly Reading<unknown>[]> = {
  readonly [Index in keyof Readings]: Readings[Index] extends Reading<infer Data> ? Data : never;
};

/** Joins several queries: the result has data once all queries have, and the first error of any query. */
export function allOf<const Readings extends readonly Reading<unknown>[]>(
  ...queries: Readings
): Reading<DataOf<Readings>> {
  const isComplete = queries.every(({ data }) => data !== undefined);
  return {
    // A tuple loses its members' types in `map`.
    data: isComplete ? (queries.map(({ data }) => data) as DataOf<Readings>) : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
