import { Inject, Injectable } from '@nestjs/common';
import {
  Caller,
  CommandResult,
  ConnectBySetupToken,
  InstitutionDocument,
  Problem,
  ReauthorizeBySetupToken,
} from '@tributary/contracts';
import { appendToOutbox, Commit, ReceivedCommand } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { authorNow } from '@tributary/service';
import { createHash } from 'node:crypto';
import { authoredChange } from '../../accounts/account-config';
import { connectionChanged, connectionPayload } from '../connection-events';
import { CREATED, decideMove } from '../connection-state';
import { Connection } from '../connection.entity';
import { Connections } from '../connections';
import { sealConsent } from './consent-secret';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { saveInstitution } from '../institutions/institutions';
import { SetupTokenRefusal, SetupTokenRefused } from '../../providers/provider.errors';
import { AccountProvider, CreatedConsent } from '../../providers/provider.port';
import { answeringProblems } from '../../providers/provider-problem';
import { Providers } from '../../providers/providers';
import { SyncSignal } from '../../accounts/sync-signal';
import { findConnection, insertConnection } from '../connections.store';
import { checkConnectionLimit, lockConnectionLimit, newConnectionRow } from '../new-connection';
import { ConsentCompletion, ConsentReading } from './consent-completion';
import { beginSetup, ConsentSetup, findSetupOf, newState } from './consent-setups';
import { connectionWithConsent } from './consents.store';
import { lockOwn, requireOwn } from '../own-connection';

type Connect = ReceivedCommand<typeof ConnectBySetupToken>;
type Reauthorize = ReceivedCommand<typeof ReauthorizeBySetupToken>;
type Result = CommandResult<typeof ConnectBySetupToken>;

type GivenReading = Extract<ConsentReading, { kind: 'given' }>;

/** A provider that connects by setup tokens. */
type TokenProvider = AccountProvider & Required<Pick<AccountProvider, 'claimAccess'>>;

/** Redirect address of a setup by token: empty, because no browser is involved. */
const NO_REDIRECT = '';

/**
 * Connects by a setup token, which can be claimed once. The result of the claim is stored, encrypted, before any
 * further request, because a lost one could not be claimed again. A repeated command or token continues from there.
 */
@Injectable()
export class SetupTokenHandler {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly connections: Connections,
    private readonly completion: ConsentCompletion,
    private readonly box: SecretBox,
    private readonly syncs: SyncSignal,
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
  ) {}

  async connect({ caller, payload }: Connect, commit: Commit): Promise<Result> {
    authoredChange(payload.accountConfig, caller);
    const provider = this.claiming(payload.provider);
    const institution = await answeringProblems(
      () => provider.readInstitution(payload.institutionExternalId),
      'institution_id',
    );
    const begin = (tx: Tx, created: CreatedConsent) =>
      this.saveNew(tx, { caller, payload }, institution, created);
    const connectionId = await this.claimed(caller, provider, payload.setupToken, begin, () =>
      checkConnectionLimit(this.database, caller.userId),
    );
    return this.complete(connectionId, commit);
  }

  async reauthorize({ caller, payload }: Reauthorize, commit: Commit): Promise<Result> {
    const found = await findConnection(this.database, payload.connectionId);
    const connection = await requireOwn(this.database, caller, found);
    decideMove(connection.status, { kind: 'consent_given' }); // refused before the claim
    const provider = this.claiming(connection.provider);
    const begin = (tx: Tx, created: CreatedConsent) => this.saveRenewal(tx, caller, connection.id, created);
    const connectionId = await this.claimed(caller, provider, payload.setupToken, begin);
    if (connectionId !== connection.id) throw inUse(connectionId);
    return this.complete(connectionId, commit);
  }

  private claiming(name: Connection['provider']): TokenProvider {
    const provider = this.providers.require(name);
    if (takesTokens(provider)) return provider;
    throw invalidToken(
      'This institution takes no setup token: leave it out, and send the user to the auth_url.',
    );
  }

  /** @returns the connection whose setup has the access that the token was exchanged for */
  private async claimed(
    caller: Caller,
    provider: TokenProvider,
    setupToken: string,
    begin: (tx: Tx, created: CreatedConsent) => Promise<number>,
    mayClaim: () => Promise<void> = () => Promise.resolve(),
  ): Promise<number> {
    const consentId = consentIdOf(setupToken);
    const begun = await this.findBegun(caller, consentId);
    if (begun !== null) return begun;
    await mayClaim();
    let secret: string;
    try {
      secret = await answeringProblems(() => provider.claimAccess(setupToken), 'setup_token');
    } catch (error) {
      // The same token may have been sent twice at once.
      const other = await this.findBegun(caller, consentId);
      if (other !== null) return other;
      throw error instanceof SetupTokenRefused ? invalidToken(TEXTS[error.refusal]) : error;
    }
    const created: CreatedConsent = {
      consent: { consentId, secret },
      link: NO_REDIRECT,
      maxHistoricalDays: this.config.maxHistoricalDays,
      accessValidForDays: ACCESS_DAYS,
    };
    return this.database.transaction((tx) => begin(tx, created));
  }

  /** @throws Problem where a connection was completed with it */
  private async findBegun(caller: Caller, consentId: string): Promise<number | null> {
    const row = await connectionWithConsent(this.database, caller.userId, consentId);
    if (!row) return null;
    if (row.open) return row.id;
    throw inUse(row.id);
  }

  private async saveNew(
    tx: Tx,
    { caller, payload }: Pick<Connect, 'caller' | 'payload'>,
    institution: InstitutionDocument,
    created: CreatedConsent,
  ): Promise<number> {
    await lockConnectionLimit(tx, caller.userId);
    const provider = this.providers.require(payload.provider);
    const connection = await insertConnection(tx, {
      ...newConnectionRow({ caller, payload }, provider, institution, created),
      institutionId: await saveInstitution(tx, institution),
      author: await authorNow(tx, caller),
      paused: null,
      ...sealConsent(this.box, created.consent),
    });
    await this.begin(tx, connection.id, created);
    await appendToOutbox(tx, [connectionChanged(connection, provider, CREATED.event)]);
    return connection.id;
  }

  private async saveRenewal(
    tx: Tx,
    caller: Caller,
    connectionId: number,
    created: CreatedConsent,
  ): Promise<number> {
    const connection = await lockOwn(tx, this.connections, caller, connectionId);
    decideMove(connection.status, { kind: 'consent_given' });
    await this.begin(tx, connectionId, created);
    await this.connections.update(tx, connection, { setupRenewal: connection.status !== 'PENDING' });
    return connectionId;
  }

  /** Begins a setup with a secret state, so that no browser can complete it. */
  private begin(tx: Tx, connectionId: number, created: CreatedConsent): Promise<void> {
    return beginSetup(tx, this.box, { connectionId, state: newState(), redirectUrl: NO_REDIRECT, created });
  }

  /**
   * Completes the connection. The claim is already stored, so if the accounts cannot be read, the connection shows what
   * to do.
   */
  private async complete(connectionId: number, commit: Commit): Promise<Result> {
    const connection = await this.find(connectionId);
    const setup = await findSetupOf(this.database, this.box, connectionId);
    if (!setup) throw Problem.notFound();
    const reading = await this.read(connection, setup);
    if (typeof reading === 'string') return commit((tx) => this.explain(tx, connectionId, reading));
    const result = await commit((tx) => this.completion.apply(tx, setup, reading));
    this.syncs.wake();
    return result;
  }

  /** Returns the accounts, or the message about the user's next step. */
  private async read(connection: Connection, setup: ConsentSetup): Promise<GivenReading | string> {
    try {
      const reading = await this.completion.read(connection, setup, null);
      return reading.kind === 'given' ? reading : NOT_OPENED;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { detail } = error;
      if (detail.kind === 'upstream') return NOT_READ;
      if (detail.kind === 'conflict') return `The setup token was claimed. ${detail.message} Then try again.`;
      throw error;
    }
  }

  private async explain(tx: Tx, connectionId: number, statusMessage: string): Promise<Result> {
    const connection = await this.connections.lock(tx, connectionId);
    if (!connection) throw Problem.notFound();
    await this.connections.update(tx, connection, { statusMessage });
    const provider = this.providers.find(connection.provider);
    return { connection: connectionPayload(connection, provider, null), financialAccountIds: [] };
  }

  private async find(id: number): Promise<Connection> {
    const connection = await findConnection(this.database, id);
    if (!connection) throw Problem.notFound();
    return connection;
  }
}

/** The access lasts until the user ends it; the interface requires a number of days nevertheless. */
const ACCESS_DAYS = 3650;

const NOT_READ =
  'The setup token was claimed, and the accounts could not be read yet. Try again in a moment.';
const NOT_OPENED =
  'The server refuses the access that it gave for the setup token. Make another token there.';

const TEXTS: Readonly<Record<SetupTokenRefusal, string>> = {
  malformed: 'The setup_token is not a SimpleFIN setup token: copy the whole text that the server shows.',
  address:
    'The server of the setup_token is unknown, or at an address that this installation does not connect to. It must ' +
    'be public and use https, unless the operator allows its network.',
  used:
    'The server does not accept the setup_token: it was used already, has expired, or was never one. Make a new one. ' +
    'If you have not used it yourself, end its access at the server, for somebody else may have.',
  no_access: 'The server of the setup_token gave no access for it. Make a new one.',
};

/** Returns an id for a connection's token that gives no access. */
function consentIdOf(setupToken: string): string {
  return createHash('sha256').update(setupToken.replace(/\s/g, '')).digest('base64url');
}

function takesTokens(provider: AccountProvider): provider is TokenProvider {
  return provider.claimAccess !== undefined;
}

function invalidToken(text: string): Problem {
  return Problem.invalid({ setup_token: [text] });
}

function inUse(connectionId: number): Problem {
  return invalidToken(
    `The setup_token was used already, for the connection ${connectionId}. Make a new one.`,
  );
}
