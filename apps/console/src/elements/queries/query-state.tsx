import { ApiError } from '@tributary/client';
import type { ReactNode } from 'react';
import type { Reading } from '../../api/reading';
import { Loading } from '../loading';
import { Page } from '../page';
import { Problem } from '../problems/problem';

interface QueryStateProps<Data> {
  readonly query: Reading<Data>;
  /** The rows of the placeholder that is shown while the query loads. */
  readonly rows?: number;
  /** The title of a page whose own title comes with the data; loading and errors are then pages with this title. */
  readonly page?: string;
  /** Replaces a list without rows. */
  readonly empty?: ReactNode;
  /** Replaces the error 404: the resource was deleted while its page was open, or never existed. */
  readonly notFound?: ReactNode;
  /** A link below an error, which leads out of the screen. */
  readonly wayOut?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Draws a query: a placeholder while it loads, its error with a button that tries again, or its data. */
export function QueryState<Data>(props: QueryStateProps<Data>): ReactNode {
  const { query, rows = 5, page, empty, notFound, wayOut, children } = props;
  const { data, error, refetch } = query;
  const framed = (state: ReactNode) => (page === undefined ? state : <Page title={page}>{state}</Page>);
  if (notFound !== undefined && error instanceof ApiError && error.status === 404) return framed(notFound);
  if (error !== null) {
    return framed(
      <>
        <Problem error={error} retry={refetch} />
        {wayOut}
      </>,
    );
  }
  if (data === undefined) return framed(<Loading rows={rows} />);
  return empty !== undefined && isEmptyList(data) ? empty : children(data);
}

/** Lists are arrays, or responses of the API with an array as `data`. */
function isEmptyList(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  return typeof data === 'object' && data !== null && 'data' in data && isEmptyList(data.data);
}
