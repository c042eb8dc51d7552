/** Where a route keeps what it takes in its query string. */
export const QUERY_METADATA = 'tributary:query';
