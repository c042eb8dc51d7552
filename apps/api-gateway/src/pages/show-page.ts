import { FieldErrors } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendHtml, sessionOf } from './pages-context';
import { renderPage, Template } from './render';

/** The pages that are linked from every page. */
const NAV = [
  { path: '/account', name: 'Account' },
  { path: '/account/apps', name: 'Connected apps' },
  { path: '/account/security', name: 'Security' },
  { path: '/developers/tokens', name: 'Tokens' },
  { path: '/developers/apps', name: 'Apps' },
] as const;

export interface Page {
  readonly title: string;
  readonly template: Template;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly errors?: FieldErrors;
  readonly status?: number;
}

/** Renders a page for whoever asks, with a token against forged requests in its forms. */
export async function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, template, values, errors, status }: Page,
): Promise<FastifyReply> {
  const session = sessionOf(request);
  const csrf = reply.generateCsrf({ userInfo: csrfSubject(request) });
  const told = Object.entries(errors ?? {}).flatMap(([field, messages]) =>
    messages.map((message) => ({ field: field === '' ? null : field, message })),
  );
  const html = await renderPage(template, {
    ...values,
    title: told.length > 0 ? `${title} (there is a problem)` : title,
    path: request.url.split('?')[0],
    session,
    nav: NAV,
    csrf,
    errors: told.length > 0 ? told : null,
    invalid: Object.keys(errors ?? {}),
  });
  return sendHtml(reply, html, status ?? (told.length > 0 ? 422 : 200));
}

/** Tokens against forged requests are bound to the session: one from before signing in does not count afterwards. */
export function csrfSubject(request: FastifyRequest): string {
  return String(sessionOf(request)?.id ?? 'nobody');
}
