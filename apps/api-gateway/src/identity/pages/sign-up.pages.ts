import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Mails } from '../mail/mails';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { isInvitation } from '../sign-up/invitations';
import { PASSWORD_LENGTH_MIN } from '../sign-in/passwords';
import { requireAdmitted, signUp } from '../sign-up/sign-up';
import { beginsByMail, requestSignUp } from '../sign-up/sign-up-by-mail';
import { goTo } from './rendering/answers';
import { SentForm } from './rendering/form.guard';
import { type Form, textOf } from './rendering/forms';
import { fieldErrors, PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { safeReturnTo } from './rendering/return-to';

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters.`;

interface Shown {
  readonly email?: string;
  readonly name?: string;
  readonly invitation: string;
  readonly returnTo: string;
}

/** The page after the request. The text is the same with and without an account, so that it reveals no account. */
const REQUESTED: Page = {
  title: 'Look into your mail',
  template: 'message',
  values: {
    text:
      'If nobody has an account with this address, a mail is on its way to it. Your account begins with its link, which works ' +
      'once, for a day. If you had an account before, it is as it was: sign in with it.',
    link: { path: '/sign-in', name: 'Sign in' },
  },
};

/**
 * Pages that create an account, if the operator allows it (`SIGN_UP`): by a mailed link if mail is configured,
 * otherwise at once.
 */
@Controller()
export class SignUpPages extends PageController {
  @Inject(Mails) private readonly mails!: Mails;
  @Inject(RateLimits) private readonly limits!: RateLimits;

  @PageAt('sign-up')
  async form(@Res() reply: FastifyReply) {
    const { invitation = '', return_to: returnTo = '' } = textsOf(reply.request.query);
    const isInvited = await isInvitation(this.database, invitation);
    await requireAdmitted(this.database, this.config.signUp, isInvited);
    const isByMail = await beginsByMail(this.surroundings, isInvited);
    return this.show(reply, page({ invitation, returnTo: safeReturnTo(returnTo) }, isByMail));
  }

  @FormAt('sign-up')
  async signUp(@Res() reply: FastifyReply, @SentForm() form: Form) {
    await this.limits.require('signUps', limitedNetwork(reply.request.ip));
    const [email, name] = [textOf(form, 'email'), textOf(form, 'name')];
    const [invitation, returnTo] = [textOf(form, 'invitation'), safeReturnTo(textOf(form, 'return_to'))];
    const isInvited = await this.requireTurn(invitation);
    const wanted = { email, address: reply.request.ip, invitation };
    const isByMail = await beginsByMail(this.surroundings, isInvited);
    try {
      if (isByMail) {
        await requestSignUp(this.surroundings, wanted);
        return await this.show(reply, REQUESTED);
      }
      const account = { ...wanted, name, password: textOf(form, 'password') };
      await signUp(this.surroundings, this.config.signUp, account);
      return goTo(reply, `/sign-in?signed_up=1&return_to=${encodeURIComponent(returnTo)}`);
    } catch (error) {
      const errors = fieldErrors(error);
      return this.show(reply, { ...page({ email, name, invitation, returnTo }, isByMail), errors });
    }
  }

  private get surroundings() {
    return { database: this.database, mails: this.mails, mode: this.config.signUp };
  }

  /**
   * Checks the limit and the invitation before the password is hashed, which is expensive; refused strangers do not
   * use up the shared allowance. @returns whether they are invited
   */
  private async requireTurn(invitation: string): Promise<boolean> {
    const isInvited = await isInvitation(this.database, invitation);
    await requireAdmitted(this.database, this.config.signUp, isInvited);
    if (!isInvited) await this.limits.require('allSignUps', 'all');
    return isInvited;
  }
}

function page({ returnTo, ...form }: Shown, isByMail: boolean): Page {
  const values = { form, returnTo, passwordHint: PASSWORD_HINT };
  return { title: 'Make an account', template: isByMail ? 'signUpByMail' : 'signUp', values };
}

/** The query's members that are one text. */
function textsOf(sent: unknown): Partial<Record<'invitation' | 'return_to', string>> {
  const query = Object.entries(sent as Readonly<Record<string, unknown>>);
  return Object.fromEntries(query.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
