import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { OperatorRequestHandler } from '../operator/operator-desk';
import { rotateKeys } from './rotate-keys';
import { PassingColumn, passingSealedWithOthers, SealedValues } from './sealed-column';

/** Answers to confidential commands, which every service stores for a day. */
const KEPT_ANSWERS: PassingColumn = {
  table: 'processed_commands',
  column: 'reply',
  endsAt: `created_at + interval '24 hours'`,
};

/** What a service encrypts: stored secrets, and its answers to confidential commands. */
export interface PresentBoxes {
  readonly kept: SecretBox;
  readonly commands: SecretBox;
}

/**
 * `re-encrypt`: encrypts everything with the current key that was encrypted with another one. The result is JSON: the
 * id of the key, how many rows were `sealed_again`, how many values that expire by themselves (`passing`) name another
 * key, and `until` when.
 */
export function reEncrypt(
  database: Database,
  { kept: box, commands }: PresentBoxes,
  { lasting = [], passing = [] }: Partial<SealedValues>,
): OperatorRequestHandler {
  return async ({ say }) => {
    const sealedAgain = await rotateKeys(database, box, lasting, say);
    const present = [box.keyId, commands.keyId];
    const { count, until } = await passingSealedWithOthers(database, present, [KEPT_ANSWERS, ...passing]);
    return JSON.stringify({ key: box.keyId, sealed_again: sealedAgain, passing: count, until });
  };
}
