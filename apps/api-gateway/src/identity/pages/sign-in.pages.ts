import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Session } from '../sessions/sessions';
import { endSession } from '../sessions/sessions.store';
import { signIn } from '../sign-in/sign-in';
import { wouldAdmit } from '../sign-up/sign-up';
import { goTo } from './rendering/answers';
import { clearSession, setSession } from '../sessions/cookies';
import { originOf } from '../sessions/session-origin';
import { SentForm } from './rendering/form.guard';
import { type Form, textOf } from './rendering/forms';
import { PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { safeReturnTo } from './rendering/return-to';
import { SignedIn, sessionOf } from './rendering/session.guard';

/**
 * The page after a sign-up. The text is the same whether the address had an account or not, so that it reveals none.
 */
const SIGNED_UP =
  'If there was no account with your e-mail address, there is one now: sign in with the password that you chose. ' +
  'If you had one before, it is as it was, with its own password.';

const BEGUN = 'Your account is made. Sign in with the password that you chose.';
const RESET = 'Your password is changed. Sign in with the new one.';
const RESET_AND_ENDED =
  'Your password is changed, and you are signed out everywhere. Sign in with the new one.';
const RESTORED =
  'Your account has this address again, your password is changed, and everything that was signed in has ended. Sign in with ' +
  'the new password.';

/** Signing in and out. */
@Controller()
export class SignInPages extends PageController {
  @PageAt('sign-in')
  async form(@Res() reply: FastifyReply) {
    const { return_to: wanted, ...flags } = reply.request.query as Readonly<Record<string, unknown>>;
    const returnTo = safeReturnTo(typeof wanted === 'string' ? wanted : '');
    if (sessionOf(reply.request)) return goTo(reply, returnTo);
    return this.show(reply, await this.page({ email: '', returnTo, notice: noticeOf(flags) }));
  }

  @FormAt('sign-in')
  async signIn(@Res() reply: FastifyReply, @SentForm() form: Form) {
    const [email, returnTo] = [textOf(form, 'email'), safeReturnTo(textOf(form, 'return_to'))];
    const sent = { email, password: textOf(form, 'password'), ...originOf(reply.request) };
    const text = await signIn(this.database, sent);
    if (text !== null) return begin(reply, text, returnTo);
    const errors = { email: ['The e-mail address and the password do not belong together.'] };
    return this.show(reply, { ...(await this.page({ email, returnTo })), errors });
  }

  /** The console opens this page in another tab when someone has to sign in again. */
  @PageAt('console/signed-in')
  async signedIn(@Res() reply: FastifyReply, @SignedIn() { email }: Session) {
    const text = `You are signed in as ${email}. You can close this tab and continue in the other one.`;
    const link = { path: '/', name: 'To the console' };
    return this.show(reply, { title: 'Signed in', template: 'message', values: { text, link } });
  }

  @FormAt('sign-out')
  async signOut(@Res() reply: FastifyReply) {
    const session = sessionOf(reply.request);
    if (session) await endSession(this.database, session.id);
    clearSession(reply);
    return goTo(reply, '/sign-in');
  }

  private async page(shown: { email: string; returnTo: string; notice?: string }): Promise<Page> {
    const { email, ...values } = shown;
    const isSignUpOffered = await wouldAdmit(this.database, this.config.signUp, false);
    return { title: 'Sign in', template: 'signIn', values: { form: { email }, isSignUpOffered, ...values } };
  }
}

/** Notice for someone who comes from another page. */
function noticeOf(flags: Readonly<Record<string, unknown>>): string | undefined {
  if (flags['signed_up'] !== undefined) return SIGNED_UP;
  if (flags['begun'] !== undefined) return BEGUN;
  if (flags['restored'] !== undefined) return RESTORED;
  if (flags['reset'] === undefined) return undefined;
  return flags['reset'] === 'ended' ? RESET_AND_ENDED : RESET;
}

/** A new session, so that a session that an attacker planted is invalid. */
function begin(reply: FastifyReply, text: string, returnTo: string): FastifyReply {
  setSession(reply, text);
  return goTo(reply, returnTo);
}
