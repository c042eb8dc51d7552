import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { PausableFeeds } from '../../identity/apps/pausable-feeds';
import { Keeping } from './keeping';
import { MadeByAppsController } from './made-by-apps.controller';

/** Resources that apps made, and their pauses. */
@Module({
  controllers: [MadeByAppsController],
  providers: [Keeping, ...followingGrants('api-gateway', [PausableFeeds]).providers],
})
export class MadeByAppsModule {}
