import { publicRequestUrl } from '@tributary/http';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import { CONSENT_OUTCOMES, type ConsentOutcome, Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { browserReturn } from '../setups/browser-return';
import { RESULT_PATH, resultPageAt } from '../setups/result-page';
import { kindOfReturn } from '../setups/setup-kinds';
import { SetupReturns } from '../setups/setup-returns';
import { isConfirmedBrowser, Setups } from '../setups/setups';
import { Setup } from '../setups/setups.store';
import { goTo } from './rendering/answers';
import { BROWSER_COOKIE, readCookie, setBrowser } from '../sessions/cookies';
import { SentForm } from './rendering/form.guard';
import { type Form, textOf } from './rendering/forms';
import { PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { sessionOf, signedIn } from './rendering/session.guard';

/**
 * The pages where users confirm an `auth_url`, continue to the institution or destination, and come back. Only the
 * browser in which the owner confirmed completes the setup.
 */
@Controller()
export class SetupPages extends PageController {
  @Inject(Setups) private readonly setups!: Setups;
  @Inject(SetupReturns) private readonly returns!: SetupReturns;

  /** Final page of a setup that names no other address. It shows nothing but the outcome in its query. */
  @PageAt(RESULT_PATH)
  async result(@Res() reply: FastifyReply) {
    const { searchParams } = new URL(publicRequestUrl(reply.request, this.config.publicUrl));
    const page = resultPage(searchParams.get('outcome'));
    if (!page) throw Problem.notFound();
    return this.show(reply, page);
  }

  @PageAt('connect/:start')
  async ask(@Res() reply: FastifyReply, @Param('start') start: string) {
    const setup = await this.ownSetup(reply, start);
    return setup ? this.show(reply, confirmPage(setup)) : reply;
  }

  @FormAt('connect/:start')
  async decide(@Res() reply: FastifyReply, @Param('start') start: string, @SentForm() form: Form) {
    const setup = await this.ownSetup(reply, start);
    if (!setup) return reply;
    if (textOf(form, 'decision') !== 'confirm') {
      await this.setups.end(setup);
      const ownPage = resultPageAt(publicRequestUrl(reply.request, this.config.publicUrl));
      return this.show(reply, refusedPage(setup, ownPage));
    }
    const browser = readCookie(reply.request, BROWSER_COOKIE) ?? randomBytes(32).toString('base64url');
    if (!(await this.setups.confirm(setup, browser))) return this.show(reply, OTHER_BROWSER);
    setBrowser(reply, browser);
    return goTo(reply, `/connect/${start}/continue`);
  }

  /** Continues on a page of its own, because browsers apply the form page's policy to redirects after the form. */
  @PageAt('connect/:start/continue')
  async goOn(@Res() reply: FastifyReply, @Param('start') start: string) {
    const setup = await this.ownSetup(reply, start);
    if (!setup) return reply;
    const link = isOfThisBrowser(reply, setup) ? await this.setups.linkOf(start) : null;
    if (link === null) return this.show(reply, OTHER_BROWSER);
    void reply.header('refresh', `0; url=${new URL(link).href}`);
    const title = `On your way to ${setup.subject}`;
    return this.show(reply, { title, template: 'leaveForSetup', values: { setup, link } });
  }

  @PageAt('connect/return/:kind')
  async comeBack(@Res() reply: FastifyReply, @Param('kind') name: string) {
    const kind = kindOfReturn(name);
    if (!kind) throw Problem.notFound();
    const back = browserReturn(publicRequestUrl(reply.request, this.config.publicUrl));
    const setup = await this.setups.findByState(kind, back.state);
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (setup && isOfThisBrowser(reply, setup)) {
      await this.setups.noteReturn(setup);
      return goTo(reply, await this.returns.complete(kind, back, true));
    }
    await this.returns.complete(kind, back, false);
    if (setup) await this.setups.end(setup);
    return this.show(reply, FOREIGN_RETURN);
  }

  /**
   * The setup, for a user who may confirm it; null if a response was already sent, because the setup has ended or is
   * another user's.
   */
  private async ownSetup(reply: FastifyReply, start: string): Promise<Setup | null> {
    const setup = await this.setups.findByStart(start);
    if (!setup) {
      await this.show(reply, ENDED);
      return null;
    }
    // A user whom an app manages has no account here: the app alone gets such a link, and sends its user's browser.
    if (setup.email === null || signedIn(reply.request).userId === setup.userId) return setup;
    await this.setups.end(setup);
    await this.show(reply, notYours(signedIn(reply.request).email));
    return null;
  }

  protected override show(reply: FastifyReply, page: Page): Promise<FastifyReply> {
    void reply.header('cache-control', 'no-store');
    return super.show(reply, page);
  }
}

function isOfThisBrowser({ request }: FastifyReply, setup: Setup): boolean {
  return isConfirmedBrowser(setup, readCookie(request, BROWSER_COOKIE), sessionOf(request)?.userId ?? null);
}

function confirmPage(setup: Setup): Page {
  const values = { setup, isDestination: setup.kind !== 'INSTITUTION' };
  return { title: `Connect ${setup.subject}?`, template: 'confirmSetup', values };
}

function refusedPage({ redirectUrl, connectionId }: Setup, ownPage: string): Page {
  const back = new URL(redirectUrl);
  back.searchParams.set('connection_id', String(connectionId));
  back.searchParams.set('outcome', 'refused');
  const more = redirectUrl === ownPage ? {} : { back: back.href };
  return endedPage('Not connected', 'Nothing was connected, and this link has ended.', more, 200);
}

/** The result of a setup, by the words of `outcome`; null for unknown words. */
function resultPage(outcome: string | null): Page | null {
  const known = CONSENT_OUTCOMES.find((one) => one.toLowerCase() === outcome);
  if (!known) return null;
  const [title, text] = RESULTS[known];
  return endedPage(title, text, {}, 200);
}

const RESULTS: Readonly<Record<ConsentOutcome, readonly [title: string, text: string]>> = {
  GIVEN: ['Connected', 'Your accounts are being read. This takes some minutes. You can close this page.'],
  REFUSED: ['Not connected', 'The consent was not given, and nothing was connected. You can begin again.'],
  WAITING: [
    'Not connected',
    'You came back before the consent was given, and nothing was connected. You can begin again.',
  ],
  CONFLICT: [
    'Not connected',
    'This consent cannot be used any more: a newer one was asked for, or the connection was disabled. You can begin again.',
  ],
  UNAVAILABLE: [
    'Not known yet',
    'Your institution did not answer. The consent that you gave is not lost: ask again in some minutes, where you began.',
  ],
};

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
  'It was already used, a newer one replaced it, or it was too old. Begin again where you came from.',
  {},
  410,
);
const OTHER_BROWSER = endedPage(
  'Confirmed in another browser',
  'You can continue only in the browser in which you confirmed. Continue there, or begin again where you came from.',
  {},
  403,
);
const FOREIGN_RETURN = endedPage(
  'Nothing was connected',
  'This is not the browser in which the connection was confirmed, or that was too long ago. Your consent has been ' +
    'ended. If you began this yourself, begin again, in one browser from start to end. If somebody sent you a ' +
    'link, they tried to get access to your data.',
  {},
  403,
);
