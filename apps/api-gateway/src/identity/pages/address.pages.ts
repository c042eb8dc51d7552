import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Mails } from '../mail/mails';
import { limitedNetwork } from '../limits/networks';
import { RateLimits } from '../limits/rate-limits';
import { confirmAddress, Confirmation } from '../profile/confirm-address';
import { opensRestoration, restoreAddress } from '../profile/restore-address';
import { goTo } from './rendering/answers';
import { SentForm } from './rendering/form.guard';
import { type Form, textOf } from './rendering/forms';
import { codeIn } from './rendering/mail-code';
import { fieldErrors, PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { PASSWORD_HINT } from './sign-up.pages';

const RESULTS: Readonly<Record<Confirmation, { readonly title: string; readonly text: string }>> = {
  CONFIRMED: {
    title: 'Your address is confirmed',
    text: 'Notices go to it from now on, and you sign in with it.',
  },
  ENDED: {
    title: 'This link opens nothing any more',
    text: 'It works once, for a day. Send yourself another one from the settings.',
  },
  TAKEN: {
    title: 'Another account has this address',
    text: 'Sign in with it, or choose another address for this account.',
  },
};

const UNDO_ENDED: Page = {
  title: RESULTS.ENDED.title,
  template: 'message',
  values: {
    text: 'It works once, for seven days. Can you not sign in? Ask whoever runs this service.',
    link: { path: '/sign-in', name: 'Sign in' },
  },
  status: 403,
};

const UNDO_TAKEN: Page = {
  title: RESULTS.TAKEN.title,
  template: 'message',
  values: {
    text:
      'So this account cannot get it back now. Delete the other account or give it another address, and use the link again; ' +
      'or ask whoever runs this service.',
    link: { path: '/sign-in', name: 'Sign in' },
  },
  status: 403,
};

/** Pages that confirm an address, and that restore an old one. Programs that scan mail open links, so only the buttons act. */
@Controller()
export class AddressPages extends PageController {
  @Inject(RateLimits) private readonly limits!: RateLimits;
  @Inject(Mails) private readonly mails!: Mails;

  @PageAt('confirm-address')
  async form(@Res() reply: FastifyReply) {
    const values = { code: codeIn(reply.request) };
    return this.show(reply, { title: 'Confirm your e-mail address', template: 'confirmAddress', values });
  }

  @FormAt('confirm-address')
  async confirm(@Res() reply: FastifyReply, @SentForm() form: Form) {
    const address = reply.request.ip;
    await this.limits.require('mailLinks', limitedNetwork(address));
    const { database, mails } = this;
    const result = await confirmAddress({ database, mails }, { code: textOf(form, 'code'), address });
    const { title, text } = RESULTS[result];
    const values = { text, link: { path: '/settings', name: 'To the settings' } };
    return this.show(reply, {
      title,
      template: 'message',
      values,
      status: result === 'CONFIRMED' ? 200 : 403,
    });
  }

  @PageAt('restore-address')
  async newPassword(@Res() reply: FastifyReply) {
    const code = codeIn(reply.request);
    const isOpen = await opensRestoration(this.database, code);
    return this.show(reply, isOpen ? restorePage(code) : UNDO_ENDED);
  }

  @FormAt('restore-address')
  async restore(@Res() reply: FastifyReply, @SentForm() form: Form) {
    const address = reply.request.ip;
    await this.limits.require('mailLinks', limitedNetwork(address));
    const [code, password] = [textOf(form, 'code'), textOf(form, 'password')];
    try {
      const result = await restoreAddress(this.database, { code, password, address });
      if (result === 'RESTORED') return goTo(reply, '/sign-in?restored=1');
      return await this.show(reply, result === 'TAKEN' ? UNDO_TAKEN : UNDO_ENDED);
    } catch (error) {
      return this.show(reply, { ...restorePage(code), errors: fieldErrors(error) });
    }
  }
}

function restorePage(code: string): Page {
  const values = { code, passwordHint: PASSWORD_HINT };
  return { title: 'Take your account back', template: 'restoreAddress', values };
}
