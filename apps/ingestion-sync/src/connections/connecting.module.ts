import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { ConnectionsModule } from './connections.module';
import { SyncModule } from '../sync/sync.module';
import { AccountDiscovery } from './discovery/account-discovery';
import { ActivateConnectionHandler } from './activate-connection.handler';
import { CompleteConsentHandler } from './consents/complete-consent.handler';
import { ConnectionChanges } from './connection-changes';
import { ConnectionsController } from './connections.controller';
import { ConsentCompletion } from './consents/consent-completion';
import { ConsentGiveBack } from './consents/consent-give-back';
import { ConsentRequests } from './consents/consent-requests';
import { ConsentWatch } from './consents/consent-watch';
import { CreateConnectionHandler } from './create-connection.handler';
import { PausableConnections } from './pausable-connections';
import { ReauthorizeConnectionHandler } from './consents/reauthorize-connection.handler';
import { SetupTokenHandler } from './consents/setup-token.handler';
import { UnwantedConsents } from './consents/unwanted-consents';

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
