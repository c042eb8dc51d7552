import { Module } from '@nestjs/common';
import { CompleteAuthorizationHandler } from './authorization/complete-authorization.handler';
import { ConnectDestinationHandler } from './connect-destination.handler';
import { DeleteDestinationHandler } from './delete-destination.handler';
import { OwnConnections } from './own-connections';
import { RefreshDestinationHandler } from './refresh-destination.handler';
import { StartAuthorizationHandler } from './authorization/start-authorization.handler';
import { UpdateDestinationHandler } from './settings/update-destination.handler';

/** The commands by which users connect destinations of every type. */
@Module({
  controllers: [
    StartAuthorizationHandler,
    CompleteAuthorizationHandler,
    ConnectDestinationHandler,
    RefreshDestinationHandler,
    UpdateDestinationHandler,
    DeleteDestinationHandler,
  ],
  providers: [OwnConnections],
})
export class ConnectionsModule {}
