/** The metadata of a route's query. */
export const QUERY_METADATA = 'tributary:query';
