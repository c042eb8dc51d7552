import { Module } from '@nestjs/common';
import { SetupsModule } from '../../identity/setups/setups.module';
import { DestinationWrites } from './destination-writes';
import { DESTINATION_CONTROLLERS } from './destinations.controllers';
import { KindsController } from './kinds.controller';
import { DestinationsView } from './destinations.view';
import { FeedAccesses } from './feed/feed-access';
import { FeedsController } from './feed/feeds.controller';
import { SimplefinController } from './feed/simplefin.controller';

/** Connections to destinations of every kind, and feeds. */
@Module({
  imports: [SetupsModule],
  controllers: [KindsController, ...DESTINATION_CONTROLLERS, FeedsController, SimplefinController],
  providers: [DestinationsView, DestinationWrites, FeedAccesses],
  exports: [DestinationWrites],
})
export class DestinationsModule {}
