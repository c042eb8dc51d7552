/** Encryption and trust, as a URL's parameters and PostgreSQL's own programs name them. */
const TRUST = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

/**
 * How PostgreSQL's programs find the database, so that no password stands on a command line. What the URL demands of the connection
 * they demand, too.
 */
export function programVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const trust = Object.entries(TRUST).flatMap(([parameter, variable]) => {
    const value = searchParams.get(parameter);
    return value === null ? [] : [[variable, value] as const];
  });
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(trust),
  };
}
