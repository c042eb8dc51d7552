import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EndedGrants } from '../auth/oauth/ended-grants';
import { SEALED_REPLIES } from '../auth/oauth/sealed-replies';
import { Token } from '../auth/token.entity';
import { User } from '../auth/user.entity';
import { PagesModule } from '../pages/pages.module';
import { SEALED_LINKS } from '../setups/sealed-links';
import { UsersModule } from '../users/users.module';

/** The entities of identity, and its encrypted columns. */
export const IDENTITY_TABLES = { entities: [User, Token], sealed: [SEALED_REPLIES, SEALED_LINKS] };

/** Users, their tokens, sessions and grants, and the pages for them. */
@Module({ imports: [AuthModule, UsersModule, PagesModule], providers: [EndedGrants] })
export class IdentityModule {}
