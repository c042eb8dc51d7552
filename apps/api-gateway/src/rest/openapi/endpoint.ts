import { TSchema } from '@sinclair/typebox';
import { applyDecorators, HttpCode, Redirect, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiExtension,
  ApiOperation,
  ApiQuery,
  ApiQueryOptions,
  ApiResponse,
  ApiResponseOptions,
  ApiSecurity,
} from '@nestjs/swagger';
import { BodylessInterceptor, NO_QUERY, QueryDefinition, queryParameters } from '@tributary/http';
import { CallerGuard } from '../../identity/access/caller.guard';
import { AppGuard } from '../../identity/apps/app.guard';
import { RateLimitGuard } from '../../identity/access/rate-limit.guard';
import type { Role } from '../../identity/permissions/roles';
import { Scope } from '../../identity/permissions/scopes';
import { SCOPES_METADATA, ScopesGuard } from '../../identity/access/scopes.guard';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { QueryGuard } from '../lists/query.guard';
import { QUERY_METADATA } from '../lists/query-metadata';
import {
  APP_UNAUTHENTICATED,
  CONFLICT,
  FORBIDDEN,
  INVALID,
  NOT_ACCEPTABLE,
  NOT_FOUND,
  OVER_PLAN_LIMIT,
  RATE_LIMITED,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from './error-answers';

/** The media type of each kind of file. */
export const FILE_TYPES = {
  lines: 'application/jsonl',
  csv: 'text/csv',
  events: 'text/event-stream',
} as const;
type FileKind = keyof typeof FILE_TYPES;

/** The declaration of a route for its clients, from which its checks and its part of the OpenAPI document derive. */
export interface EndpointOptions {
  /** Summary for the documentation: a sentence without the full stop. */
  readonly summary: string;
  readonly description?: string;
  /**
   * The token must have been granted all of these; none: any token, and its grant decides what the response contains.
   * `owner` routes accept only a personal token without restrictions, `administrator` routes only such a token of a
   * user with the role `ADMIN`; `app` routes an app's own id and secret; `open` routes anyone.
   */
  readonly scopes: readonly Scope[] | 'owner' | 'administrator' | 'app' | 'open';
  /** Query parameters of the route; default: none. */
  readonly query?: QueryDefinition;
  /** 200, or 201 for a new resource, 202 if the work continues after the response. */
  readonly status?: 200 | 201 | 202;
  /**
   * Body of the response; `redirect` if the route redirects a browser (303), or the kind of the file that it sends;
   * `events` if it sends server-sent events for as long as the client listens.
   */
  readonly answer: TSchema | 'redirect' | FileKind;
  /** The path names a resource, which may not be there (for this token). */
  readonly of?: 'resource';
  /** Schema of the members that a 409 response has beside the message. */
  readonly conflict?: TSchema;
  /** The plan limits how many may be made. */
  readonly planLimited?: boolean;
}

/** Declarations of `Endpoint` that the document does not have yet. */
const undocumented: (() => void)[] = [];

/**
 * Declares a route beside Nest's `@Get()` and so on: its scopes, its query, its response. The gateway does not start
 * with a route that lacks it.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { scopes, query = NO_QUERY, status = 200, answer } = options;
  return applyDecorators(
    answer === 'redirect' ? Redirect(undefined, 303) : HttpCode(status),
    SetMetadata(SCOPES_METADATA, scopes === 'open' || scopes === 'app' ? [] : scopes),
    SetMetadata(QUERY_METADATA, query),
    RouteConfig({ limitedBy: scopes === 'open' ? 'publicRequests' : 'token' }),
    ...guarded(scopes),
    documentedLater(options),
  );
}

/**
 * Delays the documentation of a route until the document is requested, which is rare: its parts would take a tenth of
 * each start's time, and 3 of 41 MB of live objects.
 */
function documentedLater(options: EndpointOptions): MethodDecorator {
  return (target, key, descriptor) => {
    undocumented.push(() => void documented(options)(target, key, descriptor));
  };
}

/** Passes the routes' declarations to Nest's generator. Call it before the document is generated. */
export function documentEndpoints(): void {
  for (const document of undocumented.splice(0)) document();
}

/** A route's part of the document. */
function documented(options: EndpointOptions): MethodDecorator {
  const { summary, description, scopes, query = NO_QUERY, status = 200, answer } = options;
  return applyDecorators(
    ApiOperation({ summary, ...(description === undefined ? {} : { description }) }),
    ApiResponse(answer === 'redirect' ? SENT_ON : successOf(answer, status)),
    ...queryParameters(query).map((parameter) => ApiQuery(parameter as unknown as ApiQueryOptions)),
    ...(scopes === 'open' ? [] : secured(scopes)),
    ...(scopes === 'administrator' ? [ApiExtension('x-role', 'ADMIN' satisfies Role)] : []),
    ...errorAnswers(options).map((response) => ApiResponse(response)),
  );
}

function guarded(scopes: EndpointOptions['scopes']): MethodDecorator[] {
  if (scopes === 'open') return [UseGuards(QueryGuard), UseInterceptors(BodylessInterceptor)];
  if (scopes === 'app') return [UseGuards(AppGuard, QueryGuard), UseInterceptors(BodylessInterceptor)];
  return [
    UseGuards(CallerGuard, RateLimitGuard, ScopesGuard, QueryGuard),
    UseInterceptors(IdempotencyInterceptor, BodylessInterceptor),
  ];
}

const SENT_ON = {
  status: 303,
  description: 'The browser is sent on.',
  headers: { Location: { required: true, schema: { type: 'string' as const, format: 'uri' } } },
};

function successOf(answer: TSchema | FileKind, status: number): ApiResponseOptions {
  if (typeof answer !== 'string') return { status, description: 'Success.', schema: answer };
  return {
    status,
    description: 'Success.',
    content: { [FILE_TYPES[answer]]: { schema: { type: 'string' as const } } },
  };
}

/** Security schemes of a route. Routes that no app can use list only the bearer token. */
function secured(scopes: readonly Scope[] | 'owner' | 'administrator' | 'app'): MethodDecorator[] {
  if (scopes === 'app') return [ApiSecurity('app')];
  return scopes === 'owner' || scopes === 'administrator'
    ? [ApiSecurity('bearer')]
    : [ApiSecurity('bearer'), ApiSecurity('oauth2', [...scopes])];
}

function deniedAnswers(scopes: EndpointOptions['scopes'], planLimited: boolean) {
  if (scopes === 'open') return [];
  if (scopes === 'app') return [APP_UNAUTHENTICATED];
  return [UNAUTHENTICATED, planLimited ? OVER_PLAN_LIMIT : FORBIDDEN];
}

function errorAnswers({ scopes, answer, of: named, planLimited = false, conflict }: EndpointOptions) {
  return [
    ...deniedAnswers(scopes, planLimited),
    RATE_LIMITED,
    ...(named === 'resource' || scopes === 'administrator' ? [NOT_FOUND] : []),
    ...(answer === 'events' ? [NOT_ACCEPTABLE] : []),
    ...(conflict ? [{ ...CONFLICT, schema: conflict }] : []),
    INVALID,
    UNAVAILABLE,
  ];
}
