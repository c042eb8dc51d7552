import { eventually, workspaceRoot } from '@tributary/testing';
import { ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';

const SCRIPT = path.join(workspaceRoot(), 'dist-test/libs/service/test/lifecycle/starting-process.js');

let child: ChildProcess;
let said: string[];

beforeEach(async () => {
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    KAFKA_BROKERS: '127.0.0.1:1',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    COMMAND_VERIFY_KEYS: '',
  };
  child = fork(SCRIPT, { env });
  said = [];
  child.on('message', ({ what }: { what?: string }) => what && said.push(what));
  await eventually(() => expect(said).toEqual(['starts']));
}, 30_000);
afterEach(() => child.kill('SIGKILL'));

/** The first process of a container gets no signal that it does not handle: without a handler it would just serve on. */
const ended = async () => {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
};

it('a service that is stopped while it starts ends in order as soon as it has started', async () => {
  const end = ended();
  child.kill('SIGTERM');
  child.send('start');
  expect(await end).toEqual({ code: 0, signal: null });
  expect(said).toEqual(['starts', 'started', 'drains', 'stopped']);
}, 30_000);

it('one that does not get there ends all the same', async () => {
  const end = ended();
  child.kill('SIGTERM');
  expect(await end).toEqual({ code: 1, signal: null });
  expect(said).toEqual(['starts']);
}, 30_000);
