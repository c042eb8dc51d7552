import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Mails } from '../mail/mails';
import { limitedNetwork } from '../rate-limits/networks';
import { RateLimits } from '../rate-limits/rate-limits';
import { isInvitation } from '../users/invitations';
import { PASSWORD_LENGTH_MIN } from '../users/passwords';
import { requireAdmitted, signUp } from '../users/sign-up';
import { goTo } from './answers';
import { SentForm } from './form.guard';
import { type Form, textOf } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { Page } from './pages';
import { safeReturnTo } from './return-to';

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters.`;

interface Shown {
  readonly email?: string;
  readonly name?: string;
  readonly invitation: string;
  readonly returnTo: string;
}

/** Creating an account, if the operator allows it (`SIGN_UP`). */
@Controller()
export class SignUpPages extends PageController {
  @Inject(Mails) private readonly mails!: Mails;
  @Inject(RateLimits) private readonly limits!: RateLimits;

  @PageAt('sign-up')
  async form(@Res() reply: FastifyReply) {
    const { invitation = '', return_to: returnTo = '' } = textsOf(reply.request.query);
    await requireAdmitted(this.database, this.config.signUp, await isInvitation(this.database, invitation));
    return this.show(reply, page({ invitation, returnTo: safeReturnTo(returnTo) }));
  }

  @FormAt('sign-up')
  async signUp(@Res() reply: FastifyReply, @SentForm() form: Form) {
    await this.limits.require('signUps', limitedNetwork(reply.request.ip));
    const [email, name] = [textOf(form, 'email'), textOf(form, 'name')];
    const [invitation, returnTo] = [textOf(form, 'invitation'), safeReturnTo(textOf(form, 'return_to'))];
    await this.requireTurn(invitation);
    try {
      const wanted = {
        email,
        name,
        password: textOf(form, 'password'),
        address: reply.request.ip,
        invitation,
      };
      await signUp({ database: this.database, mails: this.mails }, this.config.signUp, wanted);
      return goTo(reply, `/sign-in?signed_up=1&return_to=${encodeURIComponent(returnTo)}`);
    } catch (error) {
      const errors = fieldErrors(error);
      return this.show(reply, { ...page({ email, name, invitation, returnTo }), errors });
    }
  }

  /**
   * Checked before the password is hashed, which is expensive; and refused strangers do not use up the shared
   * allowance.
   */
  private async requireTurn(invitation: string): Promise<void> {
    const isInvited = await isInvitation(this.database, invitation);
    await requireAdmitted(this.database, this.config.signUp, isInvited);
    if (!isInvited) await this.limits.require('allSignUps', 'all');
  }
}

function page({ returnTo, ...form }: Shown): Page {
  const values = { form, returnTo, passwordHint: PASSWORD_HINT };
  return { title: 'Make an account', template: 'signUp', values };
}

/** The query's members that are one text. */
function textsOf(sent: unknown): Partial<Record<'invitation' | 'return_to', string>> {
  const query = Object.entries(sent as Readonly<Record<string, unknown>>);
  return Object.fromEntries(query.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
