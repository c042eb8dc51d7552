import { Module } from '@nestjs/common';
import { DriftChecksController } from './drift-checks.controller';

/** Comparisons of a destination with what was sent. */
@Module({ controllers: [DriftChecksController] })
export class DriftChecksModule {}
