import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { BudgetChild } from '../../../src/destinations/budgetb/budget-child';
import { ActualFailure } from '../../../src/destinations/budgetb/errors';

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ');
const FLOOD_MB = 500;
const MEMORY_MB_MAX = 700;

let server: Server;
let dataDir: string;
let answer: (response: ServerResponse) => void;
let sentMb: number;

beforeAll(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-hostile-'));
});
beforeEach(() => (sentMb = 0));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends useless data as fast as it is read. */
function flood(to: NodeJS.WritableStream): void {
  const more = (): void => {
    while (sentMb < FLOOD_MB) {
      sentMb += 1;
      if (!to.write(MEGABYTE)) return;
    }
    to.end();
  };
  to.on('drain', more);
  to.on('error', () => undefined);
  more();
}

/** Signs in to the hostile server. @returns the failure, and the most memory that the process had */
async function attacked(): Promise<{ code: string; peakMb: number }> {
  const child = new BudgetChild(dataDir);
  const pid = (child as unknown as { readonly process: { readonly pid: number } }).process.pid;
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, peakOf(pid))), 20);
  const { port } = server.address() as AddressInfo;
  const access = { serverUrl: `http://127.0.0.1:${port}`, password: 'x', encryptionPassword: null };
  try {
    await child.call('sign-in', { ...access, allowedNetworks: ['127.0.0.0/8'] }, 60_000);
    await child.call('files', null, 60_000);
    return { code: 'none', peakMb };
  } catch (error) {
    return { code: error instanceof ActualFailure ? error.code : String(error), peakMb };
  } finally {
    clearInterval(watch);
    child.end();
    child.removeCopy();
  }
}

/** VmHWM is the peak itself, so that nothing falls between two looks. */
function peakOf(pid: number): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

describe('a user’s hostile server', () => {
  it('is cut off when it sends hundreds of megabytes', async () => {
    answer = (response) => flood(response.writeHead(200, { 'content-type': 'application/json' }));
    const { code, peakMb } = await attacked();
    expect(code).not.toBe('none');
    expect(sentMb).toBeLessThan(FLOOD_MB / 2);
    expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
  }, 90_000);

  it('is cut off when a few kilobytes unpack to hundreds of megabytes', async () => {
    answer = (response) => {
      const packed = createGzip();
      response.on('close', () => packed.destroy());
      packed.pipe(
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      );
      flood(packed);
    };
    const { code, peakMb } = await attacked();
    expect(code).not.toBe('none');
    expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
  }, 90_000);
});
