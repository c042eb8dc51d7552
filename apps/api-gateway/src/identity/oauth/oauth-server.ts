import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ServiceLogger } from '@tributary/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { InteractionResults } from 'oidc-provider';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { RateLimits } from '../limits/rate-limits';
import { OAuthErrorPage } from './oauth-error-page';

/** An app's authorization request, while the user decides. */
export interface Authorization {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Scopes that the app requests. */
  readonly scopes: readonly string[];
}

interface CreatedServer {
  readonly provider: Provider;
  readonly issuer: URL;
}

/**
 * The authorization server. It is created with the first request, because without `PUBLIC_URL` its name contains the
 * port. Its library is loaded with it: many installations have no apps, and it would cost each start 20 ms.
 */
@Injectable()
export class OAuthServer {
  private server?: Promise<CreatedServer>;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
    @Inject(OAuthErrorPage) private readonly errorPage: OAuthErrorPage,
  ) {}

  /** The handler of requests to the OAuth endpoints. */
  async handler(): Promise<(request: FastifyRequest, response: ServerResponse) => void> {
    const { provider, issuer } = await this.current();
    return (request, response) => {
      asSeenFromOutside(request.raw, issuer, request.ip);
      response.setHeader('x-content-type-options', 'nosniff');
      void provider.callback()(request.raw, response);
    };
  }

  /** The browser's current authorization; null if there is none (any more). */
  async authorizationOf(request: FastifyRequest, reply: FastifyReply): Promise<Authorization | null> {
    const { provider } = await this.current();
    const { errors } = await import('./oauth-library');
    try {
      const { params } = await provider.interactionDetails(request.raw, reply.raw);
      return {
        clientId: String(params['client_id']),
        redirectUri: String(params['redirect_uri']),
        scopes: (typeof params['scope'] === 'string' ? params['scope'] : '').split(' ').filter(Boolean),
      };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  }

  /** @returns where to redirect the browser */
  async decide(request: FastifyRequest, reply: FastifyReply, result: InteractionResults): Promise<string> {
    const { provider } = await this.current();
    return provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  }

  /** The provider; one that could not be created is created again with the next request. */
  private current(): Promise<CreatedServer> {
    return (this.server ??= this.make().catch((error: unknown) => {
      this.server = undefined;
      throw error;
    }));
  }

  private async make(): Promise<CreatedServer> {
    const { createProvider } = await import('./provider');
    const { database, config, limits, box, host, logger, errorPage } = this;
    const issuer = config.publicUrl ?? localAddress(host.httpAdapter.getHttpServer() as Server);
    const onFault = (error: unknown): void => logger.failure('an OAuth request failed', error);
    const provider = createProvider({ database, config, limits, box, issuer, errorPage, onFault });
    return { provider, issuer: new URL(issuer) };
  }
}

/** Sets the headers from the issuer, because the library builds links from the headers of a request. */
function asSeenFromOutside(request: IncomingMessage, issuer: URL, address: string): void {
  delete request.headers['x-forwarded-host'];
  request.headers.host = issuer.host;
  request.headers['x-forwarded-proto'] = issuer.protocol.replace(':', '');
  request.headers['x-forwarded-for'] = address;
}

function localAddress(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
