import { eventually } from '@tributary/testing';
import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { MachineWatch } from '../../src/machine/machine-watch';
import { Warnings } from '../../src/machine/warnings';

const TEN_MINUTES_MS = 600_000;

/** A server outside whose clock is behind. */
async function startServer(behindMs: number): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((_request, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() - behindMs).toUTCString());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('what surrounds a process', () => {
  let folder: string;
  let machineAheadMs: number;
  let lines: string[];
  let watch: MachineWatch;
  const servers: Server[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-watch-'));
    machineAheadMs = 0;
    lines = [];
    const clock = {
      now: () => Date.now(),
      exactly: () => Promise.resolve(Date.now()),
      machineAheadMs: () => machineAheadMs,
    };
    const say = (words: string) => lines.push(words);
    const warnings = new Warnings({ begins: say, isOver: say });
    watch = new MachineWatch({ warnings, clock, folders: { data: folder }, lookEveryMs: 20 });
    watch.onApplicationBootstrap();
  });
  afterEach(async () => {
    watch.beforeApplicationShutdown();
    rmSync(folder, { recursive: true });
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  async function answersOf(...behindMs: number[]): Promise<void> {
    for (const [nth, ms] of behindMs.entries()) {
      const { server, url } = await startServer(ms);
      servers.push(server);
      // The two ways in which programs of this house ask.
      const { statusCode } = nth % 2 === 0 ? await request(url) : { statusCode: (await fetch(url)).status };
      expect(statusCode).toBe(200);
    }
  }

  it('is said of the clock when it differs from those of other servers, once', async () => {
    await answersOf(TEN_MINUTES_MS, TEN_MINUTES_MS);
    await eventually(() =>
      expect(lines).toEqual([
        expect.stringMatching(
          /^the clock of the database is (599|60[01]) s ahead of those of other servers: set/,
        ),
      ]),
    );
  });

  it('is not said for one server whose own clock is off', async () => {
    await answersOf(TEN_MINUTES_MS, 0, 0);
    machineAheadMs = -2 * TEN_MINUTES_MS;
    await eventually(() =>
      expect(lines).toEqual([
        'the clock of this machine is 1200 s behind that of the database: set both by NTP',
      ]),
    );
    machineAheadMs = 0;
    await eventually(() =>
      expect(lines.slice(1)).toEqual(['the clock of this machine agrees with that of the database again']),
    );
  });
});
