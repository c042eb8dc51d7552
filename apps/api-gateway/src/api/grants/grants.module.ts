import { Module } from '@nestjs/common';
import { GrantsController } from './grants.controller';

/** Access that users granted to apps. */
@Module({ controllers: [GrantsController] })
export class GrantsModule {}
