import { Module } from '@nestjs/common';
import { InstitutionConfigController } from './institution-config.controller';

/** Default settings of accounts at an institution, also for accounts that are connected later. */
@Module({ controllers: [InstitutionConfigController] })
export class InstitutionConfigModule {}
