import { Module } from '@nestjs/common';
import { InstitutionCatalogue } from './institution-catalogue';

/** The institutions that users can connect to. */
@Module({ providers: [InstitutionCatalogue] })
export class InstitutionsModule {}
