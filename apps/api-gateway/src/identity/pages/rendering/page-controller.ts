import { Inject } from '@nestjs/common';
import { FieldErrors, Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { FastifyReply } from 'fastify';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../../api-gateway.config';
import { Page, Pages } from './pages';

/** Base of the controllers of pages. */
export abstract class PageController {
  @Inject(Database) protected readonly database!: Database;
  @Inject(API_GATEWAY_CONFIG) protected readonly config!: ApiGatewayConfig;
  @Inject(Pages) private readonly pages!: Pages;

  protected show(reply: FastifyReply, page: Page): Promise<FastifyReply> {
    return this.pages.show(reply, page);
  }
}

/** Errors of the fields of the submitted form. @throws every other error */
export function fieldErrors(error: unknown): FieldErrors {
  if (error instanceof Problem && error.detail.kind === 'invalid') return error.detail.errors;
  throw error;
}
