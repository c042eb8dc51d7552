import { ApiError, apiErrorOf, createTributaryClient } from '@tributary/client';
import createQueries from 'openapi-react-query';
import { currentSession, sessionRenewed } from './session';

/** The REST API in the browser's session. Screens use `$api`. */
export const client = createTributaryClient({ baseUrl: '/api/v1', fetch: send });
client.use({
  async onResponse({ response }) {
    if (!response.ok) throw await errorOf(response);
  },
});

/** Every read and every change of the screens: hooks of TanStack Query, typed by the API's document. */
export const $api = createQueries(client);

/** Sends a request in the session. If the session has ended, the request waits until the user has signed in again. */
async function send(request: Request): Promise<Response> {
  const again = request.clone();
  if (request.method !== 'GET') request.headers.set('x-csrf-token', currentSession().csrf_token);
  const response = await fetch(request);
  if (response.status !== 401) return response;
  await sessionRenewed();
  return send(again);
}

async function errorOf(response: Response): Promise<ApiError> {
  // A proxy before the gateway may respond with a page of its own: then only the status is known.
  const body: unknown = await response.json().catch(() => null);
  return apiErrorOf(body, response.status, `The server answered ${response.status}.`);
}
