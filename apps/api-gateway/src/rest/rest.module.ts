import { DynamicModule, Module } from '@nestjs/common';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../api-gateway.config';
import { Commands } from './commands';
import { KeptAnswers } from './idempotency/kept-answers';

/** Providers that routes in all modules need: the settings, commands to owners, and stored responses for repeated requests. */
@Module({ providers: [Commands, KeptAnswers], exports: [API_GATEWAY_CONFIG, Commands, KeptAnswers] })
export class RestModule {
  static register(config: ApiGatewayConfig): DynamicModule {
    const providers = [{ provide: API_GATEWAY_CONFIG, useValue: config }];
    return { module: RestModule, global: true, providers };
  }
}
