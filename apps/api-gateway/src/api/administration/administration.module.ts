import { Module } from '@nestjs/common';
import { AdministeredServices } from './administered-services';
import { DeadLettersController } from './dead-letters.controller';
import { ProviderKeysController } from './provider-keys.controller';
import { QueryModelController } from './query-model.controller';
import { ServiceRequestsController } from './requests.controller';
import { AdministeredServicesController } from './services.controller';

/** The whole installation, for administrators. Their users are in `users/administration`. */
@Module({
  controllers: [
    AdministeredServicesController,
    DeadLettersController,
    ServiceRequestsController,
    QueryModelController,
    ProviderKeysController,
  ],
  providers: [AdministeredServices],
})
export class AdministrationModule {}
