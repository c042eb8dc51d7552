import type { KoaContextWithOIDC } from 'oidc-provider';

/** The page of a browser that cannot be sent back to the app, because the app or its redirect address is unknown. */
export abstract class OAuthErrorPage {
  abstract render(
    context: KoaContextWithOIDC,
    failure: { readonly error: string; readonly error_description?: string },
  ): Promise<void>;
}
