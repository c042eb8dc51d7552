import { Module } from '@nestjs/common';
import { SetupsModule } from '../../identity/setups/setups.module';
import { ConsentCallbackController } from './consent-callback.controller';
import { ConnectionsController } from './connections.controller';
import { ConnectionView } from './connection.view';

/** Connections to institutions, and the callback after a consent. */
@Module({
  imports: [SetupsModule],
  controllers: [ConsentCallbackController, ConnectionsController],
  providers: [ConnectionView],
})
export class ConnectionsModule {}
