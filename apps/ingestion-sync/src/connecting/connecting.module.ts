import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { ConnectionsModule } from '../connections/connections.module';
import { SyncModule } from '../sync/sync.module';
import { AccountDiscovery } from './account-discovery';
import { ActivateConnectionHandler } from './activate-connection.handler';
import { CompleteConsentHandler } from './complete-consent.handler';
import { ConnectionChanges } from './connection-changes';
import { ConnectionsController } from './connections.controller';
import { ConsentCompletion } from './consent-completion';
import { ConsentGiveBack } from './consent-give-back';
import { ConsentRequests } from './consent-requests';
import { ConsentWatch } from './consent-watch';
import { CreateConnectionHandler } from './create-connection.handler';
import { PausableConnections } from './pausable-connections';
import { ReauthorizeConnectionHandler } from './reauthorize-connection.handler';
import { SetupTokenHandler } from './setup-token.handler';
import { UnwantedConsents } from './unwanted-consents';

const GRANTS = followingGrants('ingestion-sync', [PausableConnections]);

/** How users connect institutions, from the request for a consent to its end. */
@Module({
  imports: [ConnectionsModule, SyncModule],
  controllers: [ConnectionsController, ...GRANTS.controllers],
  providers: [
    AccountDiscovery,
    ActivateConnectionHandler,
    CompleteConsentHandler,
    ConnectionChanges,
    ConsentCompletion,
    ConsentGiveBack,
    ConsentRequests,
    ConsentWatch,
    CreateConnectionHandler,
    ReauthorizeConnectionHandler,
    SetupTokenHandler,
    UnwantedConsents,
    ...GRANTS.providers,
  ],
})
export class ConnectingModule {}
