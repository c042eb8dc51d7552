import { TSchema } from '@sinclair/typebox';
import { applyDecorators, HttpCode, Redirect, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiQuery, ApiQueryOptions, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { BodylessInterceptor, NO_QUERY, QueryDefinition, queryParameters } from '@tributary/http';
import { AppGuard, CallerGuard, RateLimitGuard, Scope, SCOPES_METADATA, ScopesGuard } from '../identity';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { QueryGuard } from '../query/query.guard';
import { QUERY_METADATA } from '../query/query-metadata';
import {
  APP_UNAUTHENTICATED,
  CONFLICT,
  FORBIDDEN,
  INVALID,
  NOT_FOUND,
  OVER_PLAN_LIMIT,
  RATE_LIMITED,
  UNAUTHENTICATED,
  UNAVAILABLE,
} from './error-answers';

/** The declaration of a route for its clients, from which its checks and its part of the OpenAPI document derive. */
export interface EndpointOptions {
  /** One sentence, without the full stop. */
  readonly summary: string;
  readonly description?: string;
  /**
   * The token must have been granted all of these. `owner` routes answer to a personal token without restrictions
   * alone; `app` ones to an app's own id and secret; `open` ones to anyone.
   */
  readonly scopes: readonly [Scope, ...Scope[]] | 'owner' | 'app' | 'open';
  /** Its query parameters; default: none. */
  readonly query?: QueryDefinition;
  /** 200, or 201 for a new resource, 202 if the work continues after the answer. */
  readonly status?: 200 | 201 | 202;
  /** Its body; `redirect` if the route redirects a browser (303), `lines` if it sends a file of JSON lines. */
  readonly answer: TSchema | 'redirect' | 'lines';
  /** The path names a resource, which may not be there (for this token). */
  readonly of?: 'resource';
  /** What its 409 has beside the message. */
  readonly conflict?: TSchema;
  /** The plan limits how many may be made. */
  readonly planLimited?: boolean;
}

/**
 * Declares a route beside Nest's `@Get()` and so on: its scopes, its query, its answer. A route without it keeps
 * the gateway from starting.
 */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { summary, description, scopes, query = NO_QUERY, status = 200, answer } = options;
  return applyDecorators(
    ApiOperation({ summary, ...(description === undefined ? {} : { description }) }),
    ...(answer === 'redirect'
      ? [Redirect(undefined, 303), ApiResponse(SENT_ON)]
      : [
          HttpCode(status),
          ApiResponse(answer === 'lines' ? LINES : { status, description: 'Success.', schema: answer }),
        ]),
    ...queryParameters(query).map((parameter) => ApiQuery(parameter as unknown as ApiQueryOptions)),
    ...(scopes === 'open' ? [] : secured(scopes)),
    ...errorAnswers(options).map((response) => ApiResponse(response)),
    SetMetadata(SCOPES_METADATA, scopes === 'open' || scopes === 'app' ? [] : scopes),
    SetMetadata(QUERY_METADATA, query),
    RouteConfig({ limitedBy: scopes === 'open' ? 'publicRequests' : 'token' }),
    ...guarded(scopes),
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

const LINES = {
  status: 200,
  description: 'Success.',
  content: { 'application/jsonl': { schema: { type: 'string' as const } } },
};

/** What apps can never do is not said to be open to them. */
function secured(scopes: readonly Scope[] | 'owner' | 'app'): MethodDecorator[] {
  if (scopes === 'app') return [ApiSecurity('app')];
  return scopes === 'owner'
    ? [ApiSecurity('bearer')]
    : [ApiSecurity('bearer'), ApiSecurity('oauth2', [...scopes])];
}

function deniedAnswers(scopes: EndpointOptions['scopes'], planLimited: boolean) {
  if (scopes === 'open') return [];
  if (scopes === 'app') return [APP_UNAUTHENTICATED];
  return [UNAUTHENTICATED, planLimited ? OVER_PLAN_LIMIT : FORBIDDEN];
}

function errorAnswers({ scopes, of: named, planLimited = false, conflict }: EndpointOptions) {
  return [
    ...deniedAnswers(scopes, planLimited),
    RATE_LIMITED,
    ...(named === 'resource' ? [NOT_FOUND] : []),
    ...(conflict ? [{ ...CONFLICT, schema: conflict }] : []),
    INVALID,
    UNAVAILABLE,
  ];
}
