import { Module, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner } from '@nestjs/core';
import { OAuthErrorPage } from '../oauth/oauth-error-page';
import { OAuthServer } from '../oauth/oauth-server';
import { MailModule } from '../mail/mail.module';
import { SetupsModule } from '../setups/setups.module';
import { AddressPages } from './address.pages';
import { BeginAccountPages } from './begin-account.pages';
import { ConsentPages } from './consent.pages';
import { ConsoleLinkPages } from './console-link.pages';
import { ErasurePages } from './erasure.pages';
import { ForgottenPasswordPages } from './forgotten-password.pages';
import { RenderedOAuthErrorPage } from './oauth-error.page';
import { PageErrorFilter } from './rendering/page-error.filter';
import { FirstRunPages } from './first-run.pages';
import { Pages } from './rendering/pages';
import { SetupPages } from './setup.pages';
import { SignInPages } from './sign-in.pages';
import { SignUpPages } from './sign-up.pages';
import { StylesheetPage } from './stylesheet.page';

/** The pages for people, at the root beside the API. */
const PAGE_CONTROLLERS: readonly Type[] = [
  SignInPages,
  ConsoleLinkPages,
  FirstRunPages,
  SignUpPages,
  BeginAccountPages,
  AddressPages,
  ForgottenPasswordPages,
  ErasurePages,
  ConsentPages,
  SetupPages,
  StylesheetPage,
];

@Module({
  imports: [MailModule, SetupsModule],
  controllers: [...PAGE_CONTROLLERS],
  providers: [
    OAuthServer,
    Pages,
    PageErrorFilter,
    { provide: OAuthErrorPage, useClass: RenderedOAuthErrorPage },
  ],
})
export class PagesModule {}

/** Paths of the pages, outside the API's base path. */
export function pagePaths(): string[] {
  const scanner = new MetadataScanner();
  return PAGE_CONTROLLERS.flatMap(({ prototype }: { prototype: Record<string, object> }) =>
    scanner
      .getAllMethodNames(prototype)
      .map((name) => Reflect.getMetadata(PATH_METADATA, prototype[name] ?? {}) as string | undefined)
      .filter((path) => path !== undefined),
  );
}
