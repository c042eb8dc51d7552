import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EndedGrants } from '../auth/oauth/ended-grants';
import { SEALED_REPLIES } from '../auth/oauth/sealed-replies';
import { Token } from '../auth/token.entity';
import { User } from '../auth/user.entity';
import { ConsoleModule } from '../console/console.module';
import { NoticesModule } from '../notices/notices.module';
import { PagesModule } from '../pages/pages.module';
import { SEALED_LINKS } from '../setups/sealed-links';
import { UsersModule } from '../users/users.module';

/** The entities of identity, and its encrypted columns. */
export const IDENTITY_TABLES = { entities: [User, Token], sealed: [SEALED_REPLIES, SEALED_LINKS] };

/** Users, their tokens, sessions and grants, the pages for them, and the console's session. */
@Module({
  imports: [AuthModule, UsersModule, NoticesModule, PagesModule, ConsoleModule],
  providers: [EndedGrants],
})
export class IdentityModule {}
