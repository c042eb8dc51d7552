import { brotliCompressSync, gzipSync } from 'node:zlib';
import { GivenResponse, GivenBytes } from './responder-thread';

/** A response that is hostile on the level of HTTP, of about the given number of bytes if it has an end. */
export interface HostileWire {
  readonly name: string;
  /** The largest size in tests, if the response has an end. */
  readonly largest: number;
  readonly answer: (bytes: number) => GivenResponse | GivenBytes;
}

const BEGINNING = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const FLOOD = 64 * 1024;
const BOMB = 32 * 1024 * 1024;
const DRIP_MS = 50;

/** Returns a response with these headers and no body. */
const withHead = (headers: string, status = '200 OK'): GivenBytes => ({
  bytes: `HTTP/1.1 ${status}\r\n${headers}content-length: 2\r\n\r\n{}`,
});

/** Sizes up to the limit of a head in HTTP clients. */
const inHead = (name: string, head: (bytes: number) => GivenBytes): HostileWire[] => [
  { name, largest: 14_000, answer: head },
  { name: `${name}, beyond what a head may have`, largest: 500_000, answer: head },
];

const endless = (
  name: string,
  bytes: string,
  again: string | Buffer,
  everyMs: number | null = null,
): HostileWire => ({
  name,
  largest: 1,
  answer: () => ({ bytes, again: { bytes: again, everyMs } }),
});

const bomb = (name: string, encoding: string, packed: (bytes: Buffer) => Buffer): HostileWire => ({
  name,
  largest: BOMB,
  answer: (bytes) => ({ headers: { 'content-encoding': encoding }, body: packed(Buffer.alloc(bytes, '[')) }),
});

const redirect = (status: number): HostileWire => ({
  name: `redirect (${status})`,
  largest: 10_000,
  answer: (bytes) => withHead(`location: https://169.254.169.254/${'a'.repeat(bytes)}\r\n`, `${status} Go`),
});

const refused = (name: string, retryAfter: (bytes: number) => string): HostileWire => ({
  name,
  largest: 10_000,
  answer: (bytes) => withHead(`retry-after: ${retryAfter(bytes)}\r\n`, '429 Wait'),
});

const fixed = (name: string, bytes: string): HostileWire => ({ name, largest: 1, answer: () => ({ bytes }) });

const lines = (bytes: number, line: (index: number) => string) =>
  Array.from({ length: Math.floor(bytes / line(0).length) }, (_, index) => line(index)).join('');

export const HOSTILE_WIRES: readonly HostileWire[] = [
  ...inHead('long header', (bytes) => withHead(`x-long: ${'a'.repeat(bytes)}\r\n`)),
  ...inHead('long name of a header', (bytes) => withHead(`${'a'.repeat(bytes)}: 1\r\n`)),
  ...inHead('many headers', (bytes) => withHead(lines(bytes, (index) => `x-${index % 1000}: 1\r\n`))),
  ...inHead('one header many times', (bytes) => withHead(lines(bytes, () => 'retry-after: 1\r\n'))),
  ...inHead('long status text', (bytes) => withHead('', `200 ${'A'.repeat(bytes)}`)),
  ...[301, 302, 307, 308].map(redirect),
  refused('long Retry-After', (bytes) => '9'.repeat(bytes)),
  refused('Retry-After of a million years', () => '31557600000000'),
  refused('Retry-After far beyond dates', () => '999999999999999'),
  refused('Retry-After in the far future', () => 'Fri, 31 Dec 9999 23:59:59 GMT'),
  refused('Retry-After that looks like a date', (bytes) => `Fri, 31 Dec ${'('.repeat(bytes)}`),
  refused('Retry-After in spaces', (bytes) => `1${' '.repeat(bytes)}1`),
  bomb('bomb of gzip', 'gzip', (bytes) => gzipSync(bytes)),
  bomb('bomb of brotli', 'br', (bytes) => brotliCompressSync(bytes)),
  bomb('bomb in a bomb', 'gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))),
  endless('body without an end', `${BEGINNING}\r\n`, Buffer.alloc(FLOOD, '[')),
  endless(
    'body of empty chunks',
    `${BEGINNING}transfer-encoding: chunked\r\n\r\n`,
    '1\r\n[\r\n'.repeat(1000),
  ),
  endless(
    'head without an end',
    BEGINNING,
    lines(FLOOD, (index) => `x-${index}: 1\r\n`),
  ),
  endless('interim answers without an end', '', 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'.repeat(1000)),
  endless(
    'trailers without an end',
    `${BEGINNING}transfer-encoding: chunked\r\n\r\n0\r\n`,
    lines(FLOOD, (index) => `x-${index}: 1\r\n`),
  ),
  endless('chunk without an end', `${BEGINNING}transfer-encoding: chunked\r\n\r\n1;`, 'a'.repeat(FLOOD)),
  endless('head that trickles', BEGINNING, 'x', DRIP_MS),
  endless('body that trickles', `${BEGINNING}\r\n`, '[', DRIP_MS),
  fixed('no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'),
  fixed('status 000', 'HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n'),
  fixed('status 199', 'HTTP/1.1 199 None\r\ncontent-length: 0\r\n\r\n'),
  fixed('status 999', 'HTTP/1.1 999 None\r\ncontent-length: 0\r\n\r\n'),
  fixed('change of protocols', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  fixed('two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'),
  fixed('less than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{'),
  fixed('length beyond numbers', `HTTP/1.1 200 OK\r\ncontent-length: ${'9'.repeat(30)}\r\n\r\n{`),
];
