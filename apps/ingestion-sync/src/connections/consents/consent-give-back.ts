import { Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { deleteAccounts } from '../removal/delete-accounts';
import { ConsentCallback, ConsentState } from '../../providers/provider.port';
import { ProviderError } from '../../providers/provider.errors';
import { Providers } from '../../providers/providers';
import { Connection } from '../connection.entity';
import { Connections } from '../connections';
import { sealConsent } from './consent-secret';
import { ConsentSetup, endSetup } from './consent-setups';
import { accountsSinceSetup, noLongerWanted, refuseSetup } from './consents.store';
import { UnwantedConsents } from './unwanted-consents';

export const FOREIGN_BROWSER =
  'The consent came from another browser than the one in which it was confirmed, and was given back. Begin again.';
export const TOO_EARLY = 'The user came back before the consent was given. Begin again.';

/** Ends consents at their provider that must not be completed; none of their data is stored. */
@Injectable()
export class ConsentGiveBack {
  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly connections: Connections,
    private readonly unwanted: UnwantedConsents,
    private readonly box: SecretBox,
  ) {}

  /**
   * Ends the setup without its consent. A setup that was completed a moment ago is undone: its return was forged,
   * because the browser that gave the consent returned after it.
   * @param why the connection's status message
   */
  async giveBack(
    { provider }: Connection,
    setup: ConsentSetup,
    callback: ConsentCallback,
    why: string,
  ): Promise<void> {
    const state = setup.outcome === null ? await this.read(provider, setup, callback) : null;
    await this.database.transaction(async (tx) => {
      const connection = await this.connections.lock(tx, setup.connectionId);
      if (!connection) return;
      if (setup.justGiven) return this.undo(tx, connection, why);
      if (!(await endSetup(tx, setup, 'REFUSED'))) return;
      await this.end(tx, connection, setup, state, why);
    });
    this.unwanted.wake();
  }

  /** Reads the consent's current reference, because some providers create it from the callback. Null if it cannot be read. */
  private async read(
    provider: Connection['provider'],
    setup: ConsentSetup,
    callback: ConsentCallback,
  ): Promise<ConsentState | null> {
    try {
      return await this.providers.require(provider).readConsent(setup.consent, callback);
    } catch (error) {
      if (error instanceof ProviderError || error instanceof Problem) return null;
      throw error;
    }
  }

  private async end(
    tx: Tx,
    connection: Connection,
    setup: ConsentSetup,
    state: ConsentState | null,
    why: string,
  ): Promise<void> {
    const consent = state?.kind === 'given' ? state.consent : setup.consent;
    const renewsSameConsent = consent.consentId === connection.consentId && connection.status !== 'PENDING';
    if (!renewsSameConsent) {
      await noLongerWanted(tx, connection.provider, sealConsent(this.box, consent));
      await this.connections.update(tx, connection, { statusMessage: why, setupRenewal: false });
    } else if (state?.kind !== 'refused') {
      await this.cut(tx, connection, why); // another user may have signed in there meanwhile
    } else {
      await this.connections.update(tx, connection, { setupRenewal: false });
    }
  }

  private async undo(tx: Tx, connection: Connection, why: string): Promise<void> {
    await deleteAccounts(tx, await accountsSinceSetup(tx, connection.id));
    await refuseSetup(tx, connection.id);
    await this.cut(tx, connection, why);
  }

  private async cut(tx: Tx, connection: Connection, why: string): Promise<void> {
    await noLongerWanted(tx, connection.provider, connection);
    const change = { statusMessage: why, setupRenewal: false };
    const moved = await this.connections.move(tx, connection, { kind: 'consent_ended' }, change);
    if (!moved) await this.connections.update(tx, connection, change);
  }
}
