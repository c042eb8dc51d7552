import { SigningKey, VerifyKeys } from '@tributary/secrets';
import { randomBytes } from 'node:crypto';
import { CommandSigning, CommandVerification, UnsignedCommandError } from './signing';

const key = new SigningKey(randomBytes(32).toString('base64'));
const verification = new CommandVerification(new VerifyKeys([key.publicKey]));
const headers = {
  command: 'update-rule',
  'command-id': 'a',
  'request-hash': 'b',
  'correlation-id': 'c',
  deadline: '1763600000000',
  caller: '{"userId":1}',
  'reply-topic': 'replies',
  'reply-partition': '3',
  'reply-instance': 'd',
};
const command = { topic: 'rule-engine.commands', key: '1', value: '{"ruleId":1}', headers };
const signed = { ...command, headers: new CommandSigning(key).sign(command) };

it('a command of the gateway is accepted with its other headers', () => {
  expect(verification.verified(signed)).toEqual(headers);
  const traced = { ...signed, headers: { ...signed.headers, traceparent: '00-1-2-01' } };
  expect(verification.verified(traced)).toEqual(headers);
});

it.each(Object.keys(headers))('another %s than the signed one is refused', (name) => {
  const changed = { ...signed, headers: { ...signed.headers, [name]: `${signed.headers[name] ?? ''}1` } };
  expect(() => verification.verified(changed)).toThrow(UnsignedCommandError);
  const { [name]: _left, ...without } = signed.headers;
  expect(() => verification.verified({ ...signed, headers: without })).toThrow(UnsignedCommandError);
});

it.each([{ topic: 'ingestion-sync.commands' }, { key: '2' }, { value: '{"ruleId":2}' }])(
  'no other content is accepted under the same signature: %j',
  (change) => {
    expect(() => verification.verified({ ...signed, ...change })).toThrow(UnsignedCommandError);
  },
);

it('a command without a valid signature is refused without revealing its content', () => {
  const others = new CommandSigning(new SigningKey(randomBytes(32).toString('base64'))).sign(command);
  for (const forged of [command, { ...command, headers: others }]) {
    expect(() => verification.verified(forged)).toThrow(/^a command was refused: it does not carry/);
  }
});
