import { ServedRoute } from '../served-routes';
import {
  BODY_BYTES,
  HEADER_VALUES,
  HEADERS,
  HostileCase,
  LINE_BYTES,
  listed,
  PARAMETERS,
  QUERIES,
  Size,
  withQuery,
} from './hostile-shapes';

/** The fields of a form of a page, or of what else is posted outside of the document; none: it takes no body. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['email', 'password', 'return_to', '_csrf'],
  '/sign-up': ['name', 'email', 'password', 'invitation'],
  '/begin-account': ['code', 'name', 'password'],
  '/forgotten-password': ['email'],
  '/reset-password': ['code', 'password'],
  '/restore-address': ['code', 'password'],
  '/confirm-address': ['code'],
  '/first-run': ['code', 'name', 'email', 'password'],
  '/sign-out': [],
  '/connect/:start': ['decision'],
  '/oauth/consent/:uid': ['decision', 'scopes', 'accounts', 'financial_accounts'],
  '/api/v1/simplefin/claim/:secret': [],
};

/** What the OAuth library answers below `/oauth`, of which the application's own routes know nothing. */
const OF_OAUTH = {
  forms: {
    '/oauth/token': [
      'grant_type',
      'code',
      'client_id',
      'client_secret',
      'scope',
      'code_verifier',
      'refresh_token',
    ],
    '/oauth/revoke': ['token', 'client_id'],
    '/oauth/introspect': ['token'],
  },
  pages: ['/oauth/authorize'],
} as const;

/** Where nothing is. */
const NOWHERE = ['/nothing-here', '/api/v1/nothing-here'];

/** Of the running application's routes, those that are not in its document: pages, forms and what a machine reads. */
export function routesBesideDocument(
  served: readonly ServedRoute[],
  documented: readonly ServedRoute[],
): ServedRoute[] {
  const known = new Set(
    documented.map(({ method, path }) => `${method} /api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  return served.filter(
    ({ method, path }) =>
      (method === 'GET' || method === 'POST') && path !== '*' && !known.has(`${method} ${path}`),
  );
}

/** @throws where a form was added and its fields were not */
function formsOf(routes: readonly ServedRoute[]): [string, readonly string[]][] {
  return routes.flatMap(({ method, path }): [string, readonly string[]][] => {
    if (method !== 'POST' || path.startsWith('/.well-known/')) return [];
    const fields = FORMS[path];
    if (!fields) throw new Error(`POST ${path} is a form: write its fields down in hostile-pages.ts`);
    return [[withValues(path), fields]];
  });
}

/** The path as it is asked for. */
function withValues(path: string): string {
  return path.replaceAll(/:\w+|\*/g, 'x');
}

const FORM_VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  'long text': (bytes) => 'x'.repeat(bytes),
  'combining marks': (bytes) => '\u0301\u0316'.repeat(bytes / 4),
  'percent signs': (bytes) => '%41'.repeat(bytes / 3),
};

/**
 * Pages and forms, for whoever is not signed in.
 * @param hidden fields and the cookie that a form of a page needs
 * @param routes those beside the document
 */
export function pageCases(
  hidden: { readonly csrf: string; readonly cookie: string },
  routes: readonly ServedRoute[],
): HostileCase[] {
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', cookie: hidden.cookie };
  const form = (path: string, shape: string, at: string, text: (bytes: number) => string): HostileCase => ({
    route: `POST ${path}`,
    shape: `form: ${shape}`,
    at,
    request: (size) => ({
      method: 'POST',
      path,
      headers: formHeaders,
      body: Buffer.from(`_csrf=${encodeURIComponent(hidden.csrf)}&${text(BODY_BYTES[size])}`),
    }),
  });
  const forms = [...formsOf(routes), ...Object.entries(OF_OAUTH.forms)].flatMap(([path, fields]) => [
    form(path, 'many fields', '', (bytes) => listed(bytes, (index) => `f${index}=1`).replaceAll(',', '&')),
    form(path, 'repeated field', '', (bytes) => 'scopes=x&'.repeat(bytes / 9)),
    ...fields.flatMap((field) =>
      Object.entries(FORM_VALUES).map(([shape, value]) =>
        form(path, shape, field, (bytes) => `${field}=${value(bytes)}`),
      ),
    ),
  ]);
  const shown = routes.filter(({ method }) => method === 'GET').map(({ path }) => withValues(path));
  const pages = [...shown, ...OF_OAUTH.pages, ...NOWHERE].flatMap((path) => [
    ...Object.entries({ ...QUERIES, ...prefixed(PARAMETERS, 'return_to') }).map(([shape, query]) => ({
      route: `GET ${path}`,
      shape: `query: ${shape}`,
      at: '',
      request: (size: Size) => ({
        method: 'GET',
        path: withQuery(path, query(LINE_BYTES[size])),
        headers: {},
        body: null,
      }),
    })),
    ...HEADERS.flatMap((name) =>
      Object.entries(HEADER_VALUES).map(([shape, value]) => ({
        route: `GET ${path}`,
        shape,
        at: name,
        request: (size: Size) => ({
          method: 'GET',
          path,
          headers: { [name]: value(LINE_BYTES[size]) },
          body: null,
        }),
      })),
    ),
  ]);
  return [...forms, ...pages];
}

function prefixed(values: typeof PARAMETERS, name: string): typeof PARAMETERS {
  return Object.fromEntries(
    Object.entries(values).map(([shape, value]) => [
      `${name}, ${shape}`,
      (bytes) => `${name}=${value(bytes)}`,
    ]),
  );
}
