import { Module } from '@nestjs/common';
import { DriftChecksController } from './drift-checks.controller';

/** Comparisons of a destination with the sent transactions. */
@Module({ controllers: [DriftChecksController] })
export class DriftChecksModule {}
