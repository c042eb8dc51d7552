import type { FastifyInstance, FastifyReply } from 'fastify';
import { endSession } from '../users/sessions';
import { signIn } from '../users/sign-in';
import { wouldAdmit } from '../users/sign-up';
import { clearSession, setSession } from './cookies';
import { formOf, goTo, PagesContext, sessionOf, textOf } from './pages-context';
import { safeReturnTo } from './return-to';
import { Page, showPage } from './show-page';

/** The same whether there was an account before: it must not say which addresses have one. */
const SIGNED_UP =
  'If there was no account with your e-mail address, there is one now: sign in with the password that you chose. ' +
  'If you had one before, it is as it was, with its own password.';

/** Signing in and out. */
export function signInPages(scope: FastifyInstance, { database, config }: PagesContext): void {
  const signInPage = async (shown: { email: string; returnTo: string; notice?: string }): Promise<Page> => {
    const { email, ...values } = shown;
    const isSignUpOffered = await wouldAdmit(database, config.signUp, false);
    return { title: 'Sign in', template: 'signIn', values: { form: { email }, isSignUpOffered, ...values } };
  };

  scope.get('/sign-in', async (request, reply) => {
    const { return_to: wanted, signed_up: signedUp } = request.query as Readonly<Record<string, unknown>>;
    const returnTo = safeReturnTo(typeof wanted === 'string' ? wanted : '');
    if (sessionOf(request)) return goTo(reply, returnTo);
    const notice = signedUp === undefined ? undefined : SIGNED_UP;
    return showPage(request, reply, await signInPage({ email: '', returnTo, notice }));
  });

  scope.post('/sign-in', async (request, reply) => {
    const form = formOf(request);
    const [email, returnTo] = [textOf(form, 'email'), safeReturnTo(textOf(form, 'return_to'))];
    const text = await signIn(database, { email, password: textOf(form, 'password'), address: request.ip });
    if (text !== null) return begin(reply, text, returnTo);
    const errors = { email: ['The e-mail address and the password do not belong together.'] };
    return showPage(request, reply, { ...(await signInPage({ email, returnTo })), errors });
  });

  scope.post('/sign-out', async (request, reply) => {
    const session = sessionOf(request);
    if (session) await endSession(database, session.id);
    clearSession(reply);
    return goTo(reply, '/sign-in');
  });
}

/** A new session, so that one that somebody planted before is worth nothing. */
function begin(reply: FastifyReply, text: string, returnTo: string): FastifyReply {
  setSession(reply, text);
  return goTo(reply, returnTo);
}
