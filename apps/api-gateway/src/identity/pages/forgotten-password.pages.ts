import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Mails } from '../mail/mails';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { opensPasswordReset, requestPasswordReset, resetPassword } from '../profile/reset-password';
import { ENDABLE, type Endable } from '../tokens/end-accesses';
import { isEmail } from '../sign-up/sign-up';
import { goTo } from './rendering/answers';
import { SentForm } from './rendering/form.guard';
import { endChoices, chosenEnds } from './choices';
import { type Form, textOf } from './rendering/forms';
import { codeIn } from './rendering/mail-code';
import { fieldErrors, PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { PASSWORD_HINT } from './sign-up.pages';

const TO_SIGN_IN = { path: '/sign-in', name: 'Sign in' };

/** The page after the request. The text is the same with and without an account, so that it reveals no account. */
const REQUESTED: Page = {
  title: 'Look into your mail',
  template: 'message',
  values: {
    text:
      'If an account has this address and it is confirmed, a mail is on its way to it. Its link works once, for an hour. ' +
      'Nothing came? Look among unwanted mail, or ask whoever runs this service.',
    link: TO_SIGN_IN,
  },
};

/** Page of an installation without mail, where only the operator can reset a password. */
const NO_MAIL: Page = {
  title: 'Forgotten your password?',
  template: 'message',
  values: {
    text: 'This service sends no mail. Ask whoever runs it: they can give you a new password (tributary users reset-password).',
    link: TO_SIGN_IN,
  },
};

const ENDED: Page = {
  title: 'This link opens nothing any more',
  template: 'message',
  values: {
    text: 'It works once, for an hour. Ask for another one.',
    link: { path: '/forgotten-password', name: 'Ask for another link' },
  },
  status: 403,
};

/**
 * Pages with which a user who forgot the password sets a new one, by a link that is mailed to the confirmed address.
 */
@Controller()
export class ForgottenPasswordPages extends PageController {
  @Inject(RateLimits) private readonly limits!: RateLimits;
  @Inject(Mails) private readonly mails!: Mails;

  @PageAt('forgotten-password')
  async form(@Res() reply: FastifyReply) {
    return this.show(reply, this.mails.isOn ? requestPage('') : NO_MAIL);
  }

  @FormAt('forgotten-password')
  async request(@Res() reply: FastifyReply, @SentForm() form: Form) {
    await this.limits.require('mailLinks', limitedNetwork(reply.request.ip));
    if (!this.mails.isOn) return this.show(reply, NO_MAIL);
    const email = textOf(form, 'email');
    if (!isEmail(email)) {
      return this.show(reply, { ...requestPage(email), errors: { email: ['Enter your e-mail address.'] } });
    }
    await requestPasswordReset(this.database, this.mails, email);
    return this.show(reply, REQUESTED);
  }

  @PageAt('reset-password')
  async newPassword(@Res() reply: FastifyReply) {
    const code = codeIn(reply.request);
    const isOpen = await opensPasswordReset(this.database, code);
    return this.show(reply, isOpen ? resetPage(code, ENDABLE) : ENDED);
  }

  @FormAt('reset-password')
  async reset(@Res() reply: FastifyReply, @SentForm() form: Form) {
    const address = reply.request.ip;
    await this.limits.require('mailLinks', limitedNetwork(address));
    const code = textOf(form, 'code');
    const ends = chosenEnds(form);
    try {
      const isReset = await resetPassword(this.database, {
        code,
        password: textOf(form, 'password'),
        ends,
        address,
      });
      return isReset
        ? goTo(reply, `/sign-in?reset=${ends.includes('sessions') ? 'ended' : '1'}`)
        : await this.show(reply, ENDED);
    } catch (error) {
      return this.show(reply, { ...resetPage(code, ends), errors: fieldErrors(error) });
    }
  }
}

function requestPage(email: string): Page {
  return { title: 'Forgotten your password?', template: 'forgottenPassword', values: { form: { email } } };
}

function resetPage(code: string, ends: readonly Endable[]): Page {
  return {
    title: 'Choose a new password',
    template: 'resetPassword',
    values: { code, passwordHint: PASSWORD_HINT, ends: endChoices(ends) },
  };
}
