import { Module } from '@nestjs/common';
import { InstitutionConfigController } from './institution-config.controller';

/** How the accounts of an institution are to be read, for those that are connected later too. */
@Module({ controllers: [InstitutionConfigController] })
export class InstitutionConfigModule {}
