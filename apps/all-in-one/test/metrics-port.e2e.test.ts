import { SERVICES } from '@tributary/contracts';
import { eventually, freePort, workspaceRoot } from '@tributary/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import path from 'node:path';
import parse from 'parse-prometheus-text-format';
import { serviceEnvironment } from '../src/services/service-environment';

jest.setTimeout(120_000);

/** An address at which no program listens. */
const NOWHERE = '127.0.0.1:1';

function start(service: (typeof SERVICES)[number], changes: Readonly<Record<string, string>>) {
  const main = path.join(workspaceRoot(), `dist/apps/${service}/src/main.js`);
  const settings = serviceEnvironment(service, {
    databaseUrls: new Map([[service.replaceAll('-', '_'), `postgres://role@${NOWHERE}/none`]]),
    secrets: { masterKey: Buffer.alloc(32).toString('base64'), rolePassword: 'none' },
    apiPort: 0,
    kafkaBrokers: NOWHERE,
  });
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...settings, ...changes },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  return { child, exit: once(child, 'exit'), errors: () => errors };
}

describe.each(SERVICES)('%s as a process', (service) => {
  it('shows its metrics while it still waits for what it needs, and only on their own port', async () => {
    const port = await freePort();
    const running = start(service, { METRICS_PORT: String(port), START_WAIT_MS: '600000' });
    try {
      await eventually(
        async () => {
          const families = parse(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
          const named = new Map(families.map(({ name, metrics }) => [name, metrics]));
          expect(named.get('target_info')?.[0]?.labels).toMatchObject({ service_name: service });
          expect([...named.keys()]).toEqual(
            expect.arrayContaining(['nodejs_eventloop_delay_p99_seconds', 'v8js_memory_heap_used_bytes']),
          );
        },
        { timeoutMs: 60_000, intervalMs: 250 },
      );
      expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(404);
    } finally {
      running.child.kill('SIGKILL');
      await running.exit;
    }
  });
});

describe('a service', () => {
  it('whose METRICS_PORT is taken says so in one line, and ends', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const { exit, errors } = start('rule-engine', { METRICS_PORT: String(port) });
      expect((await exit)[0]).toBe(1);
      expect(errors()).toBe(
        `rule-engine cannot start: port ${port} is used by another program: stop it, or set METRICS_PORT to another port (0: no metrics)\n`,
      );
    } finally {
      other.close();
    }
  });

  it('does not start with a port for metrics that are switched off', async () => {
    const port = await freePort();
    const { exit, errors } = start('rule-engine', {
      METRICS_PORT: String(port),
      OTEL_SDK_DISABLED: 'true',
    });
    expect((await exit)[0]).toBe(1);
    expect(errors()).toContain('METRICS_PORT has nothing to show while OTEL_SDK_DISABLED is true');
  });
});
