import { Module } from '@nestjs/common';
import { UserErasuresController } from './user-erasures.controller';

/** Erasures of users, by their ids. */
@Module({ controllers: [UserErasuresController] })
export class UserErasuresModule {}
