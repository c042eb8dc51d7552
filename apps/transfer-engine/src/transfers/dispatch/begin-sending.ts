import { reachFaultPoint } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Destination } from '../../destinations/destination.port';
import { renewCredentials } from '../../destinations/renew-credentials';
import { Sending } from './sending';
import { permitRequest, UnitClaim } from './unit-claims';

export interface SendingTools {
  readonly database: Database;
  readonly box: SecretBox;
  readonly destination: Destination;
  readonly claim: UnitClaim;
}

/** The turn of a claimed unit: requests under its lease and its connection's allowance, with credentials that can be renewed. */
export function beginSending({ database, box, destination, claim }: SendingTools): Sending {
  const { unit, credentialsVersion } = claim;
  const settings = { windows: destination.pace.windows };
  return new Sending({
    destination,
    unit,
    permit: () => permitRequest(database, claim, settings),
    answered: () => reachFaultPoint('transfer.posted'),
    renew: () => renewCredentials(database, box, destination, unit.connectionId, credentialsVersion),
  });
}
