import { Inject, Injectable } from '@nestjs/common';
import { FieldErrors } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { sendHtml } from './answers';
import { isPlainHttpAllowed } from '../../sessions/cookies';
import { CsrfTokens } from '../../sessions/csrf-tokens';
import { renderPage, Template } from './render';
import { sessionOf } from './session.guard';

export interface Page {
  readonly title: string;
  readonly template: Template;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly errors?: FieldErrors;
  readonly status?: number;
}

/** Renders pages, with a token against forged requests in their forms. */
@Injectable()
export class Pages {
  constructor(@Inject(CsrfTokens) private readonly tokens: CsrfTokens) {}

  async show(reply: FastifyReply, { title, template, values, errors, status }: Page): Promise<FastifyReply> {
    const { request } = reply;
    const listed = Object.entries(errors ?? {}).flatMap(([field, messages]) =>
      messages.map((message) => ({ field: field === '' ? null : field, message })),
    );
    const html = await renderPage(template, {
      ...values,
      title: listed.length > 0 ? `${title} (there is a problem)` : title,
      path: request.url.split('?')[0],
      session: sessionOf(request),
      isUnencrypted: isPlainHttpAllowed(request) && request.protocol === 'http',
      csrf: this.tokens.create(request, reply, sessionOf(request)),
      errors: listed.length > 0 ? listed : null,
      invalid: Object.keys(errors ?? {}),
    });
    return sendHtml(reply, html, status ?? (listed.length > 0 ? 422 : 200));
  }
}
