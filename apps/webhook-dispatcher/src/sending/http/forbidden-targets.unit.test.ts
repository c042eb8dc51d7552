import { LookupAddress } from 'node:dns';
import { buildConnector } from 'undici';
import { AddressGuard, Resolve } from '@tributary/outbound';
import { targetOf } from '../../endpoints/target';
import { WebhookClient } from './webhook-client';

const signature = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };

/** Notations of addresses in a URL; no connection to any of them may be opened. */
const LITERALS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433', // decimal
  '0177.0.0.1', // octal
  '017700000001',
  '0x7f.0.0.1', // hexadecimal
  '0x7f000001',
  '0X7F.1',
  '%31%32%37.0.0.1', // percent-encoded digits
  '１２７.0.0.1', // full-width digits
  '①②⑦.0.0.1',
  '127。0。0。1', // ideographic full stops
  '127.0.0.1.', // with the root's dot
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '100.64.0.1', // carrier-grade NAT
  '100.100.100.200', // metadata of a cloud
  '169.254.169.254', // metadata of most clouds
  '0xa9fea9fe',
  '2852039166',
  '168.63.129.16', // internal address of a cloud in the public range
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]', // IPv4 in IPv6: mapped
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::127.0.0.1]', // compatible
  '[::ffff:0:127.0.0.1]', // translated
  '[64:ff9b::127.0.0.1]', // NAT64
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]', // a local NAT64 prefix
  '[2002:7f00:1::]', // 6to4
  '[2002:a9fe:a9fe::]',
  '[2001:0:7f00:1::]', // Teredo
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]', // metadata of a cloud
  '[ff02::1]',
  '[100::1]', // discarded
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]', // benchmarks
  '[5f00::1]', // segment routing
];

/** Names with their addresses, one list for each look-up. */
const NAMES: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  ['localhost', [['127.0.0.1']]],
  ['localhost.', [['::1']]],
  ['127.0.0.1.nip.io', [['127.0.0.1']]],
  ['metadata.google.internal', [['169.254.169.254']]],
  ['one-of-two.example', [['93.184.216.34', '10.0.0.1']]],
  ['last-of-many.example', [['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::1']]],
  ['mapped.example', [['::ffff:10.0.0.1']]],
  ['hexadecimal-mapped.example', [['::ffff:a00:1']]],
  ['nat64.example', [['64:ff9b::a00:1']]],
  ['unique-local.example', [['fd12:3456::1']]],
  ['zone.example', [['fe80::1%eth0']]],
  ['nowhere.example', [[]]],
  ['no-address.example', [['not an address']]],
];

interface Attempt {
  readonly connected: string[];
  readonly result: unknown;
}

/** Posts with a replaced resolver and sockets, which record where a connection would have gone. */
async function attempt(url: string, answers: readonly (readonly string[])[] = []): Promise<Attempt> {
  const connected: string[] = [];
  const left = [...answers];
  const resolve: Resolve = (_name, _options, callback) =>
    callback(
      null,
      (left.shift() ?? []).map((address): LookupAddress => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    );
  const client = new WebhookClient({
    guard: new AddressGuard(),
    timeoutMs: 1000,
    extraCa: null,
    resolve,
    sockets: recordingSockets(connected),
  });
  const result = await client.post({
    target: targetOf(url),
    signature,
    body: Buffer.from('{}'),
    traceparent: null,
  });
  await client.close();
  return { connected, result };
}

/** Behaves like sockets: connects directly to an address, and looks up a name first. */
function recordingSockets(connected: string[]): typeof buildConnector {
  return (options) =>
    ({ hostname }, callback) => {
      const refuse = (error: Error): void => callback(error, null);
      const connect = (address: string): void => {
        connected.push(address);
        refuse(new Error('recorded, not connected'));
      };
      const lookup = options && 'lookup' in options ? options.lookup : undefined;
      if (/^[\d.]+$|:/.test(hostname) || !lookup) return connect(hostname);
      lookup(hostname, { all: true }, (error, addresses) => {
        if (error) return refuse(error);
        connect(Array.isArray(addresses) ? (addresses[0]?.address ?? '') : addresses);
      });
    };
}

const REFUSED = { kind: 'failed', failure: 'ADDRESS_REFUSED' };

describe('no connection is made', () => {
  test.each(LITERALS)('to %s', async (host) => {
    expect(await attempt(`https://${host}/`, [['127.0.0.1']])).toEqual({ connected: [], result: REFUSED });
    expect(await attempt(`https://${host}:8443/hook`, [['127.0.0.1']])).toMatchObject({ connected: [] });
  });

  test.each(LITERALS)('and an endpoint at %s cannot be registered', (host) => {
    expect(new AddressGuard().refusesLiteral(new URL(`https://${host}/`))).toBe(true);
  });

  test.each(NAMES)('to the name %s', async (name, answers) => {
    expect(await attempt(`https://${name}/`, answers)).toEqual({ connected: [], result: REFUSED });
  });

  test('without TLS, whoever the server is', async () => {
    expect(await attempt('http://client.example/', [['93.184.216.34']])).toEqual({
      connected: [],
      result: REFUSED,
    });
  });
});

describe('a public address', () => {
  test.each([
    ['https://8.8.8.8/', [], '8.8.8.8'],
    ['https://client.example/', [['93.184.216.34']], '93.184.216.34'],
    ['https://client.example/', [['2606:4700:4700::1111']], '2606:4700:4700::1111'],
  ])('at %s is connected to, as it was checked', async (url, answers, expected) => {
    expect((await attempt(url, answers)).connected).toEqual([expected]);
  });

  test('is resolved once for each connection: a name that changes afterwards is refused then', async () => {
    const answers = [['93.184.216.34'], ['169.254.169.254']];
    expect((await attempt('https://rebinding.example/', answers)).connected).toEqual(['93.184.216.34']);
    expect(await attempt('https://rebinding.example/', answers.slice(1))).toEqual({
      connected: [],
      result: REFUSED,
    });
  });
});
