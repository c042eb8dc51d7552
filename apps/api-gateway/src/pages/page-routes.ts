import { applyDecorators, Get, Post, SetMetadata, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { SCOPES_METADATA } from '../auth/scopes.guard';
import { FormGuard } from './form.guard';
import { SessionGuard } from './session.guard';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers people with pages, errors too. */
    isPage?: boolean;
  }
}

const PAGE = [
  RouteConfig({ takesForms: true, isPage: true }),
  SetMetadata(SCOPES_METADATA, []), // sessions, no tokens
  ApiExcludeEndpoint(),
];

/** A page for people. */
export function PageAt(path: string): MethodDecorator {
  return applyDecorators(Get(path), ...PAGE, UseGuards(SessionGuard));
}

/** Where a form of a page is sent to. */
export function FormAt(path: string): MethodDecorator {
  return applyDecorators(Post(path), ...PAGE, UseGuards(SessionGuard, FormGuard));
}
