import { ConnectionChangedV1 } from '@tributary/contracts';
import type { FaultPoint } from '@tributary/messaging';
import { eventually, workspaceRoot } from '@tributary/testing';
import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { GatewayUnderTest } from '../../gateway-under-test';
import { MailServer } from '../mail/mail-server';
import { connectionOf } from '../../samples';

const SCRIPT = path.join(
  workspaceRoot(),
  'dist-test/apps/api-gateway/test/identity/notices/notifying-process.js',
);
const SIX_DAYS_MS = 6 * 24 * 3_600_000;

jest.setTimeout(60_000);

/** Keeps the database; it sends no mail itself. */
let gateway: GatewayUnderTest;
let server: MailServer;
const processes: ChildProcess[] = [];

beforeEach(async () => {
  server = await MailServer.start();
  gateway = await GatewayUnderTest.start();
});
afterEach(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await gateway.close();
  await server.stop();
});

function startMailing(faultPoint?: FaultPoint): ChildProcess {
  const env = { ...process.env, ...(faultPoint === undefined ? {} : { FAULT_POINT: faultPoint }) };
  const child = fork(SCRIPT, { env });
  processes.push(child);
  child.send({
    ...server.settings,
    DATABASE_URL: gateway.config.databaseUrl,
    ENCRYPTION_KEY: gateway.config.encryptionKey,
    HOST: '127.0.0.1',
  });
  return child;
}

/** The states of all mails that were written. */
async function states(): Promise<string[]> {
  const mails = await gateway.database.query<{ state: string }>('select state from mails');
  return mails.map(({ state }) => state);
}

it.each([
  ['its row is stored', 'notice.stored', 0],
  ['the server has taken it, which is not saved', 'mail.sent', 1],
] as const)('a notice is mailed, though its gateway is killed once %s', async (_when, point, before) => {
  const userId = await gateway.user('maija@example.com');
  await gateway.database.execute('update users set email_confirmed_at = now() where id = $1', [userId]);
  const ends = new Date(Date.now() + SIX_DAYS_MS).toISOString();
  await gateway.publish(
    ConnectionChangedV1,
    30,
    connectionOf(userId, 30, { enabled: true, name: 'Nordbank', consent_expires_at: ends }),
  );

  const [, signal] = (await once(startMailing(point), 'exit')) as [number | null, string];
  expect(signal).toBe('SIGKILL');
  expect(await states()).toEqual(['WAITING']);
  expect(server.received).toHaveLength(before);

  // As if the time had passed for which the killed one holds its work.
  await gateway.database.execute('update jobs set lease_until = null, due_at = clock_timestamp()');
  startMailing();
  await eventually(async () => expect(await states()).toEqual(['SENT']), { timeoutMs: 30_000 });
  // At least once: what the server took before the crash comes again, and can be recognised.
  expect(server.received).toHaveLength(before + 1);
  expect(new Set(server.received.map(({ parsed }) => parsed.messageId)).size).toBe(1);
});
