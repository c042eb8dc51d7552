import { PROCESSED_COMMANDS } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { OperatorRequestHandler } from '../operator/operator-desk';
import { rotateKeys } from './rotate-keys';
import { PassingColumn, passingSealedWithOthers, SealedValues } from './sealed-column';

/** Replies to confidential commands, which every service stores for a day. */
const KEPT_ANSWERS: PassingColumn = PROCESSED_COMMANDS;

/** Boxes for a service's encrypted data: stored secrets, and its replies to confidential commands. */
export interface PresentBoxes {
  readonly stored: SecretBox;
  readonly commands: SecretBox;
}

/**
 * `re-encrypt`: encrypts all data with the current key that was encrypted with another one. The result is JSON: the id
 * of the key, the number of rows `sealed_again`, the number of values with another key that expire by themselves
 * (`passing`), and the end of the last of them (`until`).
 */
export function reEncrypt(
  database: Database,
  { stored: box, commands }: PresentBoxes,
  { lasting = [], passing = [] }: Partial<SealedValues>,
): OperatorRequestHandler {
  return async ({ report }) => {
    const sealedAgain = await rotateKeys(database, box, lasting, report);
    const present = [box.keyId, commands.keyId];
    const { count, until } = await passingSealedWithOthers(database, present, [KEPT_ANSWERS, ...passing]);
    return JSON.stringify({ key: box.keyId, sealed_again: sealedAgain, passing: count, until });
  };
}
