import { TSchema } from '@sinclair/typebox';
import { COMMANDS } from '@tributary/contracts';
import { STORES } from './answers';

function isStored(schema: TSchema): boolean {
  const inner = [schema['properties'], schema['anyOf'], schema['items'] && [schema['items']]];
  const parts = inner.flatMap((of): TSchema[] => Object.values((of ?? {}) as Record<string, TSchema>));
  return STORES.has(schema) || parts.some(isStored);
}

test('the answer to every changing command is stored, unless its contract carries no stored resource', () => {
  const unstored = COMMANDS.filter(({ reading, result }) => !reading && !isStored(result));
  // Imports of files are no part of the query model: the gateway asks for them.
  expect(unstored.map(({ name }) => name).sort()).toEqual([
    'begin-file-import',
    'change-file-import',
    'discard-file-import',
    'drop-dead-letters',
    'drop-dead-letters',
    'drop-dead-letters',
    'drop-dead-letters',
    'end-file-upload',
    'keep-paused',
    'keep-paused',
    'keep-paused',
    'keep-paused',
    'recover-deliveries',
    'remove-provider-keys',
    'replay-dead-letters',
    'replay-dead-letters',
    'replay-dead-letters',
    'replay-dead-letters',
    'retry-transfer-link',
    'set-provider-keys',
    'start-administration-request',
    'start-administration-request',
    'start-administration-request',
    'start-administration-request',
    'store-file-piece',
    'sync-accounts',
    'undo-file-import',
  ]);
});
