import type { KoaContextWithOIDC } from 'oidc-provider';

/** What a browser shows where it cannot be sent back to the app: the app or its redirect address is not known. */
export abstract class OAuthErrorPage {
  abstract render(
    context: KoaContextWithOIDC,
    failure: { readonly error: string; readonly error_description?: string },
  ): Promise<void>;
}
