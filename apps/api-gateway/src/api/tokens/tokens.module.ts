import { Module } from '@nestjs/common';
import { TokensController } from './tokens.controller';

/** Personal tokens. */
@Module({ controllers: [TokensController] })
export class TokensModule {}
