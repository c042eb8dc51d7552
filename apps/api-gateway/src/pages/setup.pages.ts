import { Problem } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { browserReturn } from '../query/browser-return';
import { publicRequestUrl } from '../query/request-url';
import { kindOfReturn } from '../setups/setup-kinds';
import { isConfirmedBrowser, Setup } from '../setups/setups';
import { idText } from '../wire-values';
import { BROWSER_COOKIE, setBrowser } from './cookies';
import { formOf, goTo, PagesContext, sessionOf, signedIn, textOf } from './pages-context';
import { Page, showPage } from './show-page';

interface StartPath {
  readonly Params: { readonly start: string };
}

/**
 * Where users confirm what an `auth_url` is about, from where their browser goes on to the institution or destination,
 * and where it comes back to. Only the browser in which the owner confirmed completes the setup.
 */
export function setupPages(scope: FastifyInstance, { setups, returns, config }: PagesContext): void {
  scope.get<StartPath>('/connect/:start', async (request, reply) => {
    const setup = await ownSetup(request, reply);
    return setup ? show(request, reply, confirmPage(setup)) : reply;
  });

  scope.post<StartPath>('/connect/:start', async (request, reply) => {
    const setup = await ownSetup(request, reply);
    if (!setup) return reply;
    if (textOf(formOf(request), 'decision') !== 'confirm') {
      await setups.end(setup);
      return show(request, reply, refusedPage(setup));
    }
    const browser = request.cookies[BROWSER_COOKIE] ?? randomBytes(32).toString('base64url');
    if (!(await setups.confirm(setup, browser))) return show(request, reply, OTHER_BROWSER);
    setBrowser(reply, browser);
    return goTo(reply, `/connect/${request.params.start}/continue`);
  });

  // A page of its own, for browsers hold the redirects of a form's answer against the form's page.
  scope.get<StartPath>('/connect/:start/continue', async (request, reply) => {
    const setup = await ownSetup(request, reply);
    if (!setup) return reply;
    const link = isOfThisBrowser(request, setup) ? await setups.linkOf(request.params.start) : null;
    if (link === null) return show(request, reply, OTHER_BROWSER);
    void reply.header('refresh', `0; url=${new URL(link).href}`);
    const title = `On your way to ${setup.subject}`;
    return show(request, reply, { title, template: 'leaveForSetup', values: { setup, link } });
  });

  scope.get<{ Params: { kind: string } }>('/connect/return/:kind', async (request, reply) => {
    const kind = kindOfReturn(request.params.kind);
    if (!kind) throw Problem.notFound();
    const back = browserReturn(publicRequestUrl(request, config.publicUrl));
    const setup = await setups.findByState(kind, back.state);
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (setup && isOfThisBrowser(request, setup)) {
      await setups.noteReturn(setup);
      return goTo(reply, await returns.complete(kind, back, true));
    }
    await returns.complete(kind, back, false);
    if (setup) await setups.end(setup);
    return show(request, reply, FOREIGN_RETURN);
  });

  /** The setup, for who may confirm it; null where the answer has been given: it has ended, or is somebody else's. */
  async function ownSetup(request: FastifyRequest<StartPath>, reply: FastifyReply): Promise<Setup | null> {
    const setup = await setups.findByStart(request.params.start);
    if (!setup) {
      await show(request, reply, ENDED);
      return null;
    }
    // A user whom an app manages has no account here: the app alone gets such a link, and sends its user's browser.
    if (setup.email === null || signedIn(request).userId === setup.userId) return setup;
    await setups.end(setup);
    await show(request, reply, notYours(signedIn(request).email));
    return null;
  }
}

function isOfThisBrowser(request: FastifyRequest, setup: Setup): boolean {
  return isConfirmedBrowser(setup, request.cookies[BROWSER_COOKIE], sessionOf(request)?.userId ?? null);
}

function show(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  return showPage(request, reply, page);
}

function confirmPage(setup: Setup): Page {
  const values = { setup, isDestination: setup.kind !== 'INSTITUTION' };
  return { title: `Connect ${setup.subject}?`, template: 'confirmSetup', values };
}

function refusedPage({ redirectUrl, connectionId }: Setup): Page {
  const back = new URL(redirectUrl);
  back.searchParams.set('connection_id', idText(connectionId));
  back.searchParams.set('outcome', 'refused');
  return endedPage(
    'Not connected',
    'Nothing was connected, and this link has ended.',
    { back: back.href },
    200,
  );
}

function notYours(email: string): Page {
  const text =
    `Somebody else began this, and they would have received what is yours. You are signed in as ${email}. ` +
    'Nothing was connected, and the link has ended. If it was you with another account, begin again there.';
  return endedPage('This is not yours to confirm', text, {}, 403);
}

function endedPage(title: string, text: string, more: { readonly back?: string }, status: number): Page {
  return { title, template: 'setupEnded', values: { text, ...more }, status };
}

const ENDED = endedPage(
  'This link has ended',
  'It was used already, a newer one took its place, or it was too old. Begin again where you came from.',
  {},
  410,
);
const OTHER_BROWSER = endedPage(
  'Confirmed in another browser',
  'This can go on only in the browser in which it was confirmed. Go on there, or begin again where you came from.',
  {},
  403,
);
const FOREIGN_RETURN = endedPage(
  'Nothing was connected',
  'This is not the browser in which the connection was confirmed, or that was too long ago. What you agreed to is ' +
    'given back. If you began this yourself, begin again, in one browser from start to end. If somebody sent you a ' +
    'link, they tried to receive what is yours.',
  {},
  403,
);
