import { Inject, Injectable } from '@nestjs/common';
import { CompleteConsent, NO_USER } from '@tributary/contracts';
import { Commands } from '../rest/commands';
import { DESTINATION_KINDS } from './destinations/destination-kinds';
import { DestinationWrites } from './destinations/destination-writes';
import { BrowserReturn, keyOfState } from '../identity/setups/browser-return';
import { idText } from '../rest/wire-values';
import { type SetupKind } from '../identity/setups/setup-kinds';
import { SetupReturns } from '../identity/setups/setup-returns';

/** The caller is a browser without a token: the setup that it confirmed decides what it may do. */
const ANYONE = { caller: NO_USER, holder: 'anyone' };

/** Sends a command to the setup's owner when a browser comes back. */
@Injectable()
export class CommandedSetupReturns extends SetupReturns {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DestinationWrites) private readonly destinations: DestinationWrites,
  ) {
    super();
  }

  override complete(kind: SetupKind, back: BrowserReturn, browserConfirmed: boolean): Promise<string> {
    return kind === 'INSTITUTION'
      ? this.completeConsent(back, browserConfirmed)
      : this.destinations.complete(DESTINATION_KINDS[kind], back, browserConfirmed);
  }

  private async completeConsent(
    { state, callback }: BrowserReturn,
    browserConfirmed: boolean,
  ): Promise<string> {
    const { redirectUrl, outcome, connection } = await this.commands.change(
      CompleteConsent,
      { state, callback, browserConfirmed },
      { access: ANYONE, key: keyOfState(state), callsOut: true },
    );
    const target = new URL(redirectUrl);
    target.searchParams.set('connection_id', idText(connection.id));
    target.searchParams.set('outcome', outcome.toLowerCase());
    return target.href;
  }
}
