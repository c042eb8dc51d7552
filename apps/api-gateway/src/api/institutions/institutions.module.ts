import { Module } from '@nestjs/common';
import { InstitutionsController } from './institutions.controller';

/** Institutions that can be connected. */
@Module({ controllers: [InstitutionsController] })
export class InstitutionsModule {}
