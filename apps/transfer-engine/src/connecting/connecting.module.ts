import { Module } from '@nestjs/common';
import { CompleteAuthorizationHandler } from './complete-authorization.handler';
import { ConnectDestinationHandler } from './connect-destination.handler';
import { DeleteDestinationHandler } from './delete-destination.handler';
import { RefreshDestinationHandler } from './refresh-destination.handler';
import { StartAuthorizationHandler } from './start-authorization.handler';
import { UpdateDestinationHandler } from './update-destination.handler';

/** The commands by which users connect destinations, of whatever kind. */
@Module({
  controllers: [
    StartAuthorizationHandler,
    CompleteAuthorizationHandler,
    ConnectDestinationHandler,
    RefreshDestinationHandler,
    UpdateDestinationHandler,
    DeleteDestinationHandler,
  ],
})
export class ConnectingModule {}
