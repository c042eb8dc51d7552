import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, createTributaryClient, dataOf, pagesOf, TributaryClient } from '@tributary/client';
import { addAll, RequestableWork, ServiceName } from '@tributary/contracts';
import { Environment } from '@tributary/service';
import { OperatorConfig, readAdministrationConfig } from '../operator.config';
import { requestSecret } from '../requests/request-secret';
import { RequestFailed } from '../requests/request-service';
import { withDesk } from '../requests/with-desk';
import { patientFetch } from './patient-fetch';

const LOOK_EVERY_MS = 300;

/** Work that a service has begun for the command. */
export interface StartedWork {
  readonly service: ServiceName;
  readonly id: string;
  /** Result of the request; work may continue after it. */
  readonly outcome: string;
}

/** The administration of a running installation over its REST API. */
export class Administration {
  constructor(
    readonly api: TributaryClient,
    private readonly say: (line: string) => void,
  ) {}

  /** Finds the id of a user. @param word an id or an e-mail address @throws RequestFailed */
  async userNamed(word: string): Promise<number> {
    const wanted = word.trim().toLowerCase();
    const isEmail = wanted.includes('@');
    if (!isEmail && !/^[1-9]\d{0,14}$/.test(wanted)) throw new RequestFailed(`there is no user ${word}`);
    const filter = isEmail ? { 'filter[email]': wanted } : { 'filter[id]': wanted };
    const pages = pagesOf((page) =>
      this.api.GET('/admin/users', { params: { query: { ...filter, ...page } } }),
    );
    for await (const users of pages) {
      const found = users.find(({ id, email }) => (isEmail ? email : id) === wanted);
      if (found) return Number(found.id);
    }
    throw new RequestFailed(`there is no user ${isEmail ? 'with this e-mail address' : word}`);
  }

  /** Requests work of a service, shows its progress, and waits until the request ends. @throws RequestFailed */
  async request(service: ServiceName, kind: RequestableWork, parameters: object): Promise<StartedWork> {
    const body = { kind, parameters: { ...parameters } };
    const { data } = await dataOf(
      this.api.POST('/admin/services/{service}/requests', { params: { path: { service } }, body }),
    );
    return { service, id: data.id, outcome: await this.outcomeOf(service, data.id) };
  }

  /** Shows the progress of a request until it ends. @returns its result @throws RequestFailed */
  async outcomeOf(service: ServiceName, id: string): Promise<string> {
    for (let shown: string | null = null; ; await pause(LOOK_EVERY_MS)) {
      const { progress, ended_at: endedAt, outcome, error } = await this.read(service, id);
      if (progress !== null && progress !== shown) this.say((shown = progress));
      if (error !== null) throw new RequestFailed(error);
      if (endedAt !== null) return outcome ?? 'done';
    }
  }

  /** Shows the progress of the work that continues after its request, until it ends. @returns whether it succeeded */
  async follow({ service, id }: StartedWork): Promise<boolean> {
    for (let shown: readonly string[] = []; ; await pause(LOOK_EVERY_MS)) {
      const { work } = await this.read(service, id);
      if (work === null) return true;
      const before = shown;
      for (const line of work.lines.filter((one) => !before.includes(one))) this.say(line);
      shown = work.lines;
      if (work.is_ended) return !work.is_failed;
    }
  }

  private async read(service: ServiceName, requestId: string) {
    const params = { path: { service, requestId } };
    return (await dataOf(this.api.GET('/admin/services/{service}/requests/{requestId}', { params }))).data;
  }
}

/**
 * Opens the API with the token of the settings; without one, with a token that the gateway lends for this command to
 * whoever has its database.
 */
export async function withAdministration(
  environment: Environment,
  say: (line: string) => void,
  work: (administration: Administration) => Promise<void>,
): Promise<void> {
  const config = readAdministrationConfig(environment);
  const { baseUrl } = config;
  const fetch = patientFetch(baseUrl, config.token === null);
  const open = (text: string) => createTributaryClient({ baseUrl, token: text, fetch });
  if (config.token !== null) {
    const api = open(config.token);
    await requireRoute(api);
    return work(new Administration(api, say));
  }
  const lent = await borrowToken(config, say);
  const api = open(lent.token);
  try {
    await work(new Administration(api, say));
  } finally {
    const params = { path: { tokenId: lent.id } };
    await api
      .DELETE('/tokens/{tokenId}', { params })
      .catch((error: unknown) => say(notGivenBack(lent.id, error)));
  }
}

function notGivenBack(id: string, error: unknown): string {
  const why = error instanceof Error ? error.message : 'an error without a text';
  return `the token ${id} that was lent for this command could not be given back (${why}): it ends within 12 hours`;
}

async function borrowToken(
  { desk, user }: { readonly desk: OperatorConfig; readonly user: string | null },
  say: (line: string) => void,
): Promise<{ readonly id: string; readonly token: string }> {
  const parameters = { operator: desk.operator.slice(0, 60), ...(user === null ? {} : { user }) };
  const lent = await withDesk(desk, say, (request) =>
    requestSecret<{ id: number }, 'token'>(request, {
      kind: 'lend-token',
      parameters,
      secret: 'token',
      otherwise: 'try again',
    }),
  );
  return { id: String(lent.id), token: lent.token };
}

/** For apps the routes of administration do not exist, which alone would say that a user or a service is unknown. */
async function requireRoute(api: TributaryClient): Promise<void> {
  const { response } = await api.GET('/admin/users', { params: { query: { 'page[size]': 1 } } });
  if (response.status === 404) {
    throw new RequestFailed(
      `TRIBUTARY_TOKEN is the token of an app, or TRIBUTARY_URL has no API: ${PERSONAL_TOKEN}`,
    );
  }
}

/** The rows of all pages of a list, or the first ones. */
export async function rowsOf<Row>(pages: AsyncGenerator<Row[]>, count = Infinity): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) {
    addAll(rows, page);
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}

const PERSONAL_TOKEN =
  'set TRIBUTARY_TOKEN or TRIBUTARY_TOKEN_FILE to a personal token, without restrictions, of an administrator';

/** An error of the API in one line, with the remedy where a setting causes it. */
export function lineOfApiError({ status, message, errors }: ApiError): string {
  if (status === 401) return `the token does not count (any more): ${PERSONAL_TOKEN}`;
  if (status === 403) return `${message} ${PERSONAL_TOKEN}`;
  const fields = Object.entries(errors).map(([name, texts]) => `${name}: ${texts.join(' ')}`);
  return fields.length > 0 ? fields.join('; ') : message;
}
