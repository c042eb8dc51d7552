import type { KoaContextWithOIDC } from 'oidc-provider';
import { PAGE_HEADERS } from '../../pages/page-headers';
import { renderPage } from '../../pages/render';

/** What a browser shows where it cannot be sent back to the app: the app or its redirect address is not known. */
export async function renderOAuthError(
  context: KoaContextWithOIDC,
  told: { readonly error: string; readonly error_description?: string },
): Promise<void> {
  context.set(PAGE_HEADERS);
  context.type = 'html';
  context.body = await renderPage('message', {
    title: 'The app could not be let in',
    text: `${told.error_description ?? told.error}. Go back to the app, and begin anew.`,
    link: { path: '/account', name: 'To your account' },
  });
}
