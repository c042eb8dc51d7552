import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { limitedNetwork } from '../rate-limits/networks';
import { RateLimits } from '../rate-limits/rate-limits';
import { confirmAddress, Confirmation } from '../users/confirm-address';
import { SentForm } from './form.guard';
import { type Form, textOf } from './forms';
import { codeIn } from './mail-code';
import { PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';

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

/** Confirming an address. A programme that looks through mail opens links, so only the button confirms. */
@Controller()
export class AddressPages extends PageController {
  @Inject(RateLimits) private readonly limits!: RateLimits;

  @PageAt('confirm-address')
  async form(@Res() reply: FastifyReply) {
    const values = { code: codeIn(reply.request) };
    return this.show(reply, { title: 'Confirm your e-mail address', template: 'confirmAddress', values });
  }

  @FormAt('confirm-address')
  async confirm(@Res() reply: FastifyReply, @SentForm() form: Form) {
    const address = reply.request.ip;
    await this.limits.require('mailLinks', limitedNetwork(address));
    const result = await confirmAddress(this.database, { code: textOf(form, 'code'), address });
    const { title, text } = RESULTS[result];
    const values = { text, link: { path: '/settings', name: 'To the settings' } };
    return this.show(reply, {
      title,
      template: 'message',
      values,
      status: result === 'CONFIRMED' ? 200 : 403,
    });
  }
}
