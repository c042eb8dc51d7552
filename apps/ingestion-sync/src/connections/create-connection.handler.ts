import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import {
  CommandResult,
  CreateConnection,
  FieldErrors,
  InstitutionDocument,
  Problem,
} from '@tributary/contracts';
import { appendToOutbox, Commit, ReceivedCommand } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { checkConfig } from '../accounts/account-config';
import { UNKNOWN_HEALTH } from '../accounts/account-row';
import { INGESTION_CONFIG } from '../ingestion-sync.tokens';
import type { IngestionSyncConfig } from '../ingestion-sync.config';
import { saveInstitution } from '../institutions/institutions';
import { AccountProvider, CreatedConsent } from '../providers/provider.port';
import { answeringProblems } from '../providers/provider-problem';
import { Providers } from '../providers/providers';
import { sealConsent } from './consent-secret';
import { connectionChanged, connectionPayload } from './connection-events';
import { CREATED } from './connection-state';
import { Connection } from './connection.entity';

type Command = ReceivedCommand<typeof CreateConnection>;

/** Starts a connection: asks the provider for a consent and keeps what the user is to be sent to. */
@Injectable()
export class CreateConnectionHandler {
  constructor(
    private readonly providers: Providers,
    private readonly box: SecretBox,
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
  ) {}

  async handle(command: Command, commit: Commit): Promise<CommandResult<typeof CreateConnection>> {
    const { payload } = command;
    checkRequest(payload);
    const provider = this.providers.require(payload.provider);
    const institution = await answeringProblems(
      () => provider.readInstitution(payload.institutionExternalId),
      'institution_id',
    );
    const consent = await this.askForConsent(provider, institution, payload.redirectUrl);
    return commit((tx) => this.save(tx, command, provider, institution, consent));
  }

  /** As much history and time as the institution grants and this installation wants. */
  private askForConsent(
    provider: AccountProvider,
    institution: InstitutionDocument,
    redirectUrl: string,
  ): Promise<CreatedConsent> {
    const request = {
      institutionExternalId: institution.external_id,
      state: randomUUID(),
      renews: null,
      redirectUrl,
      maxHistoricalDays: Math.min(institution.max_historical_days, this.config.maxHistoricalDays),
      accessValidForDays: institution.max_access_valid_for_days,
    };
    return answeringProblems(() => provider.createConsent(request), 'redirect_url');
  }

  private async save(
    tx: Tx,
    command: Command,
    provider: AccountProvider,
    institution: InstitutionDocument,
    consent: CreatedConsent,
  ): Promise<CommandResult<typeof CreateConnection>> {
    const institutionId = await saveInstitution(tx, institution);
    const connection = await tx.manager.save(
      tx.manager.create(Connection, {
        userId: command.caller.userId,
        institutionId,
        provider: provider.provider,
        version: 1,
        status: CREATED.status,
        statusMessage: null,
        enabled: true,
        ...sealConsent(this.box, consent.consent),
        maxHistoricalDays: consent.maxHistoricalDays,
        accessValidForDays: consent.accessValidForDays,
        consentExpiresAt: null,
        reference: command.payload.reference,
        accountConfig: command.payload.accountConfig,
        accountsLastSyncedAt: null,
        activatedAt: null,
        health: UNKNOWN_HEALTH,
        updatedAt: new Date(),
      }),
    );
    await appendToOutbox(tx, [connectionChanged(connection, provider, CREATED.event)]);
    return { connection: connectionPayload(connection, provider, CREATED.event), link: consent.link };
  }
}

function checkRequest(payload: Command['payload']): void {
  checkConfig(payload.accountConfig);
  const errors: FieldErrors = {};
  if (!isWebAddress(payload.redirectUrl)) errors.redirect_url = ['The redirect_url must be a web address.'];
  if (payload.institutionExternalId === '') errors.institution_id = ['The institution_id is required.'];
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && text.length <= 1024;
}
