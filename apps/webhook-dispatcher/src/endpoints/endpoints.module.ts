import { Module } from '@nestjs/common';
import { CreateWebhookEndpointHandler } from './create-webhook-endpoint.handler';
import { DeleteWebhookEndpointHandler } from './delete-webhook-endpoint.handler';
import { EndpointRegistry } from './endpoint-registry';
import { RotateWebhookSecretHandler } from './rotate-webhook-secret.handler';
import { UpdateWebhookEndpointHandler } from './update-webhook-endpoint.handler';

@Module({
  controllers: [
    CreateWebhookEndpointHandler,
    UpdateWebhookEndpointHandler,
    DeleteWebhookEndpointHandler,
    RotateWebhookSecretHandler,
  ],
  providers: [EndpointRegistry],
  exports: [EndpointRegistry],
})
export class EndpointsModule {}
