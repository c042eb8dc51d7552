import { Problem } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitedNetwork } from '../auth/networks';
import { PASSWORD_LENGTH_MIN } from '../users/passwords';
import { endSession } from '../users/sessions';
import { signIn } from '../users/sign-in';
import { signUp } from '../users/sign-up';
import { clearSession, setSession } from './cookies';
import { formOf, goTo, PagesContext, sessionOf, textOf } from './pages-context';
import { safeReturnTo } from './return-to';
import { Page, showPage } from './show-page';

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters.`;

/** Signing up, in and out. */
export function signInPages(scope: FastifyInstance, { database, config, limits }: PagesContext): void {
  const signInPage = (email = '', returnTo = ''): Page => ({
    title: 'Sign in',
    template: 'signIn',
    values: { form: { email }, returnTo, isSignUpOpen: config.isSignUpOpen },
  });
  const signUpPage = (form: object, returnTo: string): Page => ({
    title: 'Make an account',
    template: 'signUp',
    values: { form, returnTo, passwordHint: PASSWORD_HINT },
  });

  scope.get('/sign-in', async (request, reply) => {
    const returnTo = safeReturnTo(asked(request));
    if (sessionOf(request)) return goTo(reply, returnTo);
    return showPage(request, reply, signInPage('', returnTo));
  });

  scope.post('/sign-in', async (request, reply) => {
    const form = formOf(request);
    const [email, returnTo] = [textOf(form, 'email'), safeReturnTo(textOf(form, 'return_to'))];
    const text = await signIn(database, { email, password: textOf(form, 'password'), address: request.ip });
    if (text !== null) return begin(reply, text, returnTo);
    const errors = { email: ['The e-mail address and the password do not belong together.'] };
    return showPage(request, reply, { ...signInPage(email, returnTo), errors });
  });

  scope.get('/sign-up', async (request, reply) => {
    requireOpen();
    return showPage(request, reply, signUpPage({}, safeReturnTo(asked(request))));
  });

  scope.post('/sign-up', async (request, reply) => {
    requireOpen();
    await limits.require('signUps', limitedNetwork(request.ip));
    await limits.require('allSignUps', 'all');
    const form = formOf(request);
    const [email, name] = [textOf(form, 'email'), textOf(form, 'name')];
    const returnTo = safeReturnTo(textOf(form, 'return_to'));
    try {
      const wanted = { email, name, password: textOf(form, 'password'), address: request.ip };
      return begin(reply, await signUp(database, wanted), returnTo);
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      const { errors } = error.detail;
      return showPage(request, reply, { ...signUpPage({ email, name }, returnTo), errors });
    }
  });

  scope.post('/sign-out', async (request, reply) => {
    const session = sessionOf(request);
    if (session) await endSession(database, session.id);
    clearSession(reply);
    return goTo(reply, '/sign-in');
  });

  function requireOpen(): void {
    if (!config.isSignUpOpen) throw Problem.notFound();
  }
}

/** A new session, so that one that somebody planted before is worth nothing. */
function begin(reply: FastifyReply, text: string, returnTo: string): FastifyReply {
  setSession(reply, text);
  return goTo(reply, returnTo);
}

function asked(request: FastifyRequest): string {
  const { return_to } = request.query as { return_to?: unknown };
  return typeof return_to === 'string' ? return_to : '';
}
