import { CompleteConsent, ServiceName } from '@tributary/contracts';
import { SigningKey } from '@tributary/secrets';
import { randomBytes } from 'node:crypto';
import { commandTrust, CommandTrust, readCommandKeys } from './command-keys';
import { Environment, EnvironmentReader } from './environment';

const newKey = (): string => randomBytes(32).toString('base64');
const [signing, pair, old] = [newKey(), newKey(), newKey()];
const { publicKey } = new SigningKey(signing);
const SERVICE = CompleteConsent.service;

function trust(service: ServiceName, settings: Environment, encryptionKey = newKey()): CommandTrust {
  const env = new EnvironmentReader(settings);
  const commandKeys = readCommandKeys(service, env);
  env.check(service);
  return commandTrust({ service, encryptionKey, commandKeys });
}

/** Whether a command with secrets can be sent from one to the other, and the answer back. */
function expectUnderstood(gateway: CommandTrust, service: CommandTrust): void {
  const sealed = gateway.sealing.seal(CompleteConsent, { secret: 1 }, 'id');
  expect(service.sealing.open(CompleteConsent, sealed, 'id')).toEqual({ secret: 1 });
  const answer = service.sealing.seal(CompleteConsent, { done: 1 }, 'id');
  expect(gateway.sealing.open(CompleteConsent, answer, 'id')).toEqual({ done: 1 });
}

describe('the keys of commands', () => {
  const gateway = trust('api-gateway', {
    COMMAND_SIGNING_KEY: signing,
    COMMAND_KEYS: `${SERVICE}=${pair},rule-engine=${old}`,
  });
  const own = { COMMAND_KEY: pair, COMMAND_VERIFY_KEYS: publicKey };

  it('are shared by the gateway and a service that has none of its others', () => {
    const service = trust(SERVICE, own);
    expectUnderstood(gateway, service);
    expect(service.signing).toBeNull();
  });

  it('can be changed while both run: each side decrypts what the other still encrypts', () => {
    const both = trust('api-gateway', { COMMAND_KEYS: `${SERVICE}=${old},${SERVICE}=${pair}` });
    for (const COMMAND_KEY of [`${pair},${old}`, `${old},${pair}`])
      expectUnderstood(both, trust(SERVICE, { ...own, COMMAND_KEY }));
  });

  it('are derived from the one key if no others are set', () => {
    const shared = newKey();
    const [asking, asked] = [trust('api-gateway', {}, shared), trust(SERVICE, {}, shared)];
    expectUnderstood(asking, asked);
    const command = { topic: 't', key: '1', value: '{}', headers: HEADERS };
    const signed = { ...command, headers: asking.signing!.sign(command) };
    expect(asked.verification.verified(signed)).toEqual(HEADERS);
    expect(() => trust(SERVICE, {}).verification.verified(signed)).toThrow('does not carry the signature');
    expect(() => trust(SERVICE, own, shared).verification.verified(signed)).toThrow('does not carry');
  });

  it.each([
    ['api-gateway', { COMMAND_KEYS: pair }],
    ['api-gateway', { COMMAND_KEYS: `nobody=${pair}` }],
    ['api-gateway', { COMMAND_KEYS: `${SERVICE}=short` }],
    ['api-gateway', { COMMAND_SIGNING_KEY: 'short' }],
    ['ingestion-sync', { COMMAND_KEY: 'short' }],
    ['ingestion-sync', { COMMAND_VERIFY_KEYS: `${publicKey},short` }],
  ] as const)('that %s cannot use are named: %j', (service, settings) => {
    expect(() => trust(service, settings)).toThrow(Object.keys(settings)[0]);
  });
});

const HEADERS = {
  command: 'create-connection',
  'command-id': 'a',
  'request-hash': 'b',
  'correlation-id': 'c',
  deadline: '1',
  caller: '{}',
  'reply-topic': 'replies',
  'reply-partition': '0',
  'reply-instance': 'd',
};
