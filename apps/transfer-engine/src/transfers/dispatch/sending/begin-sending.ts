import { reachFaultPoint } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Destination } from '../../../destinations/destination.port';
import { renewCredentials } from '../../../destinations/connections/renew-credentials';
import { Sending } from './sending';
import { permitRequest, UnitClaim } from '../units/unit-claims';

export interface SendingTools {
  readonly database: Database;
  readonly box: SecretBox;
  readonly destination: Destination;
  readonly claim: UnitClaim;
}

/**
 * Begins the turn of a claimed unit: its requests use the lease, the connection's allowance, and credentials that can
 * be renewed.
 */
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
