import { Problem } from '@tributary/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitedNetwork } from '../auth/networks';
import { isInvitation } from '../users/invitations';
import { PASSWORD_LENGTH_MIN } from '../users/passwords';
import { requireAdmitted, signUp } from '../users/sign-up';
import { formOf, goTo, PagesContext, textOf } from './pages-context';
import { safeReturnTo } from './return-to';
import { Page, showPage } from './show-page';

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters.`;

interface Shown {
  readonly email?: string;
  readonly name?: string;
  readonly invitation: string;
  readonly returnTo: string;
}

/** Making an account, for whom the operator lets in (`SIGN_UP`). */
export function signUpPages(scope: FastifyInstance, { database, config, limits }: PagesContext): void {
  scope.get('/sign-up', async (request, reply) => {
    const { invitation = '', return_to: returnTo = '' } = asked(request);
    await requireAdmitted(database, config.signUp, await isInvitation(database, invitation));
    return showPage(request, reply, page({ invitation, returnTo: safeReturnTo(returnTo) }));
  });

  scope.post('/sign-up', async (request, reply) => {
    await limits.require('signUps', limitedNetwork(request.ip));
    const form = formOf(request);
    const [email, name] = [textOf(form, 'email'), textOf(form, 'name')];
    const [invitation, returnTo] = [textOf(form, 'invitation'), safeReturnTo(textOf(form, 'return_to'))];
    await requireTurn(invitation);
    try {
      const password = textOf(form, 'password');
      await signUp(database, config.signUp, { email, name, password, address: request.ip, invitation });
      return goTo(reply, `/sign-in?signed_up=1&return_to=${encodeURIComponent(returnTo)}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      const { errors } = error.detail;
      return showPage(request, reply, { ...page({ email, name, invitation, returnTo }), errors });
    }
  });

  /** Looked at before the password is hashed, which is dear; and strangers who are refused use up nothing of what all share. */
  async function requireTurn(invitation: string): Promise<void> {
    const isInvited = await isInvitation(database, invitation);
    await requireAdmitted(database, config.signUp, isInvited);
    if (!isInvited) await limits.require('allSignUps', 'all');
  }
}

function page({ returnTo, ...form }: Shown): Page {
  const values = { form, returnTo, passwordHint: PASSWORD_HINT };
  return { title: 'Make an account', template: 'signUp', values };
}

/** What the address asks for. */
function asked(request: FastifyRequest): Partial<Record<'invitation' | 'return_to', string>> {
  const query = Object.entries(request.query as Readonly<Record<string, unknown>>);
  return Object.fromEntries(query.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
