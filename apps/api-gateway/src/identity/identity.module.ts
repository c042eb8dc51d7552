import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { SEALED_REPLIES } from '../auth/oauth/sealed-replies';
import { Token } from '../auth/token.entity';
import { User } from '../auth/user.entity';
import { PagesModule } from '../pages/pages.module';
import { SEALED_LINKS } from '../setups/sealed-links';
import { UsersModule } from '../users/users.module';

/** What identity keeps in the database through entities, and what it seals there. */
export const IDENTITY_TABLES = { entities: [User, Token], sealed: [SEALED_REPLIES, SEALED_LINKS] };

/** Users, their tokens and sessions, the apps they let in, and the pages for all of it. */
@Module({ imports: [AuthModule, UsersModule, PagesModule] })
export class IdentityModule {}
