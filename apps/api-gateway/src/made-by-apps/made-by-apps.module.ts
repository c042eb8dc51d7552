import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { PausableFeeds } from '../pausing/pausable-feeds';
import { Keeping } from './keeping';
import { MadeByAppsController } from './made-by-apps.controller';

/** What apps made, and what of it paused with them. */
@Module({
  controllers: [MadeByAppsController],
  providers: [Keeping, ...followingGrants('api-gateway', [PausableFeeds]).providers],
  exports: [Keeping],
})
export class MadeByAppsModule {}
