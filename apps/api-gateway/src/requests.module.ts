import { DynamicModule, Module } from '@nestjs/common';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from './api-gateway.config';
import { Commands } from './commands';
import { KeptAnswers } from './idempotency/kept-answers';

/** What routes of all modules need: the settings, commands to owners, and the answers kept for repeated requests. */
@Module({ providers: [Commands, KeptAnswers], exports: [API_GATEWAY_CONFIG, Commands, KeptAnswers] })
export class RequestsModule {
  static register(config: ApiGatewayConfig): DynamicModule {
    const providers = [{ provide: API_GATEWAY_CONFIG, useValue: config }];
    return { module: RequestsModule, global: true, providers };
  }
}
