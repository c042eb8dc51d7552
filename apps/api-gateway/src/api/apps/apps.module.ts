import { Module } from '@nestjs/common';
import { AppsController } from './apps.controller';

/** OAuth apps. */
@Module({ controllers: [AppsController] })
export class AppsModule {}
