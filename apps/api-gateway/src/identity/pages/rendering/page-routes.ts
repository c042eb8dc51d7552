import { applyDecorators, Get, Post, SetMetadata, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { SCOPES_METADATA } from '../../access/scopes.guard';
import { FormGuard } from './form.guard';
import { SessionGuard } from './session.guard';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route sends pages to people, errors too. */
    isPage?: boolean;
  }
}

/** Limit of a form, enough for all fields of every form at their maximum. */
const FORM_BYTES_MAX = 16 * 1024;

const page = (bodyBytesMax: number) => [
  RouteConfig({ takesForms: true, isPage: true, bodyBytesMax }),
  SetMetadata(SCOPES_METADATA, []), // sessions, no tokens
  ApiExcludeEndpoint(),
];

/** A page for people. */
export function PageAt(path: string): MethodDecorator {
  return applyDecorators(Get(path), ...page(FORM_BYTES_MAX), UseGuards(SessionGuard));
}

/** A route that receives the form of a page. @param bodyBytesMax for a form with long lists */
export function FormAt(path: string, bodyBytesMax = FORM_BYTES_MAX): MethodDecorator {
  return applyDecorators(Post(path), ...page(bodyBytesMax), UseGuards(SessionGuard, FormGuard));
}
