import { Injectable } from '@nestjs/common';
import { CommandResult, CreateConnection, InstitutionDocument } from '@tributary/contracts';
import { appendToOutbox, Commit, ReceivedCommand } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { authorNow } from '@tributary/service';
import { authoredChange } from '../accounts/account-config';
import { saveInstitution } from './institutions/institutions';
import { AccountProvider } from '../providers/provider.port';
import { answeringProblems } from '../providers/provider-problem';
import { Providers } from '../providers/providers';
import { connectionChanged, connectionPayload } from './connection-events';
import { CREATED } from './connection-state';
import { insertConnection } from './connections.store';
import { checkConnectionLimit, lockConnectionLimit, newConnectionRow } from './new-connection';
import { AskedConsent, checkRoute, ConsentRequests, refuseWithoutToken } from './consents/consent-requests';
import { sealConsent } from './consents/consent-secret';
import { beginSetup, stateHashOf } from './consents/consent-setups';

type Command = ReceivedCommand<typeof CreateConnection>;

/** Starts a connection: requests a consent from the provider and stores the link for the user. */
@Injectable()
export class CreateConnectionHandler {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly consents: ConsentRequests,
    private readonly box: SecretBox,
  ) {}

  async handle(command: Command, commit: Commit): Promise<CommandResult<typeof CreateConnection>> {
    const { payload } = command;
    checkRequest(command);
    const provider = this.providers.require(payload.provider);
    refuseWithoutToken(provider);
    await checkConnectionLimit(this.database, command.caller.userId);
    const institution = await answeringProblems(
      () => provider.readInstitution(payload.institutionExternalId),
      'institution_id',
    );
    const asked = await this.consents.requestConsent(provider, institution, payload, null);
    return commit((tx) => this.save(tx, command, provider, institution, asked));
  }

  private async save(
    tx: Tx,
    command: Command,
    provider: AccountProvider,
    institution: InstitutionDocument,
    asked: AskedConsent,
  ): Promise<CommandResult<typeof CreateConnection>> {
    await lockConnectionLimit(tx, command.caller.userId);
    const institutionId = await saveInstitution(tx, institution);
    const connection = await insertConnection(tx, {
      ...newConnectionRow(command, provider, institution, asked.created),
      institutionId,
      author: await authorNow(tx, command.caller),
      paused: null,
      ...sealConsent(this.box, asked.created.consent),
    });
    const { created, state } = asked;
    const { redirectUrl } = command.payload;
    await beginSetup(tx, this.box, { connectionId: connection.id, state, redirectUrl, created });
    await appendToOutbox(tx, [connectionChanged(connection, provider, CREATED.event)]);
    return {
      connection: connectionPayload(connection, provider, CREATED.event),
      link: created.link,
      stateHash: stateHashOf(state),
    };
  }
}

function checkRequest({ caller, payload }: Pick<Command, 'caller' | 'payload'>): void {
  authoredChange(payload.accountConfig, caller);
  const noInstitution = { institution_id: ['The institution_id is required.'] };
  checkRoute(payload, payload.institutionExternalId === '' ? noInstitution : {});
}
