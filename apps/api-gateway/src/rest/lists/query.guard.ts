import { CanActivate, createParamDecorator, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  isCostly,
  OPEN_PARAMETERS_MAX,
  PARAMETERS_MAX,
  parseQuery,
  publicRequestUrl,
  QueryDefinition,
  readQueryText,
  scopesNeeded,
} from '@tributary/http';
import { markCostly } from '@tributary/persistence';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { grantedAccess } from '../../identity/access/caller.guard';
import { QUERY_METADATA } from './query-metadata';

interface ReadQuery {
  readonly query: unknown;
  /** Absolute URL of the request as clients see it, with its whole query. */
  readonly url: string;
}

const queries = new WeakMap<IncomingMessage, ReadQuery>();

/** Parses the query string by the route's definition: 422 if it does not fit, 403 if it needs more scopes. */
@Injectable()
export class QueryGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const definition = this.reflector.get<QueryDefinition>(QUERY_METADATA, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const query = parseQuery(definition, readQueryText(request.raw.url ?? '', parametersMaxOf(definition)));
    const needed = scopesNeeded(definition, query);
    if (needed.length > 0) grantedAccess(request.raw).require(needed);
    if (isCostly(definition, query)) markCostly();
    queries.set(request.raw, { query, url: publicRequestUrl(request, this.config.publicUrl) });
    return true;
  }
}

function parametersMaxOf({ allowsUnknown }: QueryDefinition): number {
  return allowsUnknown === true ? OPEN_PARAMETERS_MAX : PARAMETERS_MAX;
}

function queryOf(context: ExecutionContext): ReadQuery {
  const read = queries.get(context.switchToHttp().getRequest<FastifyRequest>().raw);
  if (!read) throw new Error('the route uses the query of a request that no guard has read');
  return read;
}

/** The parameter is the request's query: `ListQuery` or `ResourceQuery` of the route's definition. */
export const ParsedQuery = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => queryOf(context).query,
);

/** The parameter is the request's absolute URL, from which links to other pages are made. */
export const RequestUrl = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => queryOf(context).url,
);
