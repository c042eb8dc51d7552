import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { AccountsModule } from '../accounts/accounts.module';
import { ConnectionsOfAccounts } from '../accounts/connections.port';
import { AccountDiscovery } from './discovery/account-discovery';
import { ActivateConnectionHandler } from './activate-connection.handler';
import { CompleteConsentHandler } from './consents/complete-consent.handler';
import { ConnectionChanges } from './connection-changes';
import { Connections } from './connections';
import { ConnectionsController } from './connections.controller';
import { ConsentCompletion } from './consents/consent-completion';
import { ConsentGiveBack } from './consents/consent-give-back';
import { ConsentRequests } from './consents/consent-requests';
import { ConsentWatch } from './consents/consent-watch';
import { DeleteAccountController } from './removal/delete-account.controller';
import { CreateConnectionHandler } from './create-connection.handler';
import { InstitutionCatalogue } from './institutions/institution-catalogue';
import { PausableConnections } from './pausable-connections';
import { ReauthorizeConnectionHandler } from './consents/reauthorize-connection.handler';
import { SetupTokenHandler } from './consents/setup-token.handler';
import { UnwantedConsents } from './consents/unwanted-consents';

const GRANTS = followingGrants('ingestion-sync', [PausableConnections]);

@Module({
  imports: [AccountsModule],
  controllers: [ConnectionsController, DeleteAccountController, ...GRANTS.controllers],
  providers: [
    AccountDiscovery,
    ActivateConnectionHandler,
    CompleteConsentHandler,
    ConnectionChanges,
    Connections,
    ConsentCompletion,
    ConsentGiveBack,
    ConsentRequests,
    ConsentWatch,
    CreateConnectionHandler,
    InstitutionCatalogue,
    ReauthorizeConnectionHandler,
    SetupTokenHandler,
    UnwantedConsents,
    ...GRANTS.providers,
    { provide: ConnectionsOfAccounts, useExisting: Connections },
  ],
  exports: [Connections, ConnectionsOfAccounts],
})
export class ConnectionsModule {}
