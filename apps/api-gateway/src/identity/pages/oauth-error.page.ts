import { Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { OAuthErrorPage } from '../oauth/oauth-error-page';
import { PAGE_HEADERS } from './rendering/page-headers';
import { renderPage } from './rendering/render';

/** The page of a failed OAuth request, in the style of all pages. */
@Injectable()
export class RenderedOAuthErrorPage extends OAuthErrorPage {
  override async render(
    context: KoaContextWithOIDC,
    { error, error_description: description = error }: { error: string; error_description?: string },
  ): Promise<void> {
    context.set(PAGE_HEADERS);
    context.type = 'html';
    context.body = await renderPage('message', {
      title: 'The app could not be let in',
      text: `${description}. Go back to the app and start again.`,
      link: { path: '/', name: 'To the console' },
    });
  }
}
