import { LookupAddress } from 'node:dns';
import { AddressGuard, InvalidNetworkError } from './address-guard';
import { guardedLookup, Resolve } from './guarded-lookup';

const guard = new AddressGuard();

describe('AddressGuard', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '192.0.0.8',
    '240.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378::1',
    '2001:db8::1',
    'not an address',
    '',
  ])('refuses %s', (address) => expect(guard.allows(address)).toBe(false));

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('allows %s', (address) =>
    expect(guard.allows(address)).toBe(true),
  );

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/', // decimal
    'https://0177.0.0.1/', // octal
    'https://0x7f.1/', // hexadecimal, short
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]:8443/',
    'https://169.254.169.254/latest/meta-data',
    'https://0/',
  ])('refuses the literal in %s', (url) => expect(guard.refusesLiteral(new URL(url))).toBe(true));

  test.each(['https://client.example/', 'https://8.8.8.8/', 'https://localhost/'])(
    'leaves %s to the connection',
    (url) => expect(guard.refusesLiteral(new URL(url))).toBe(false),
  );

  test('allows the operator’s networks, and no others', () => {
    const opened = new AddressGuard(['127.0.0.0/8', 'fd00::/8']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd00::1'].map((address) => opened.allows(address))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10.0.0.1', '::1', 'fc00::1'].map((address) => opened.allows(address))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('names an invalid network', () => {
    expect(() => new AddressGuard(['10.0.0.0/99'])).toThrow(InvalidNetworkError);
    expect(() => new AddressGuard(['home'])).toThrow('home is not a network');
  });
});

describe('guardedLookup', () => {
  const resolving =
    (...addresses: string[]): Resolve =>
    (_hostname, _options, callback) =>
      callback(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const looked = (resolve: Resolve, all: boolean) =>
    new Promise((done) =>
      guardedLookup(guard, resolve)('client.example', { all }, (error, address) =>
        done(error ? error.name : address),
      ),
    );

  test('gives the addresses that were checked', async () => {
    expect(await looked(resolving('8.8.8.8'), true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await looked(resolving('8.8.8.8'), false)).toBe('8.8.8.8');
  });

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::ffff:169.254.169.254']], [[]]])(
    'refuses a name at %j',
    async (addresses) => {
      expect(await looked(resolving(...addresses), true)).toBe('AddressRefusedError');
    },
  );

  test('answers alike for a name that nobody knows and for one of the own network', async () => {
    const failing =
      (code: string): Resolve =>
      (_hostname, _options, callback) =>
        callback(Object.assign(new Error(code), { code }), []);
    for (const code of ['ENOTFOUND', 'ENODATA'])
      expect(await looked(failing(code), true)).toBe('AddressRefusedError');
    expect(await looked(failing('ESERVFAIL'), true)).toBe('Error');
  });

  test('refuses a name that is public first and private the next time', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const rebinding: Resolve = (...args) => resolving(...(answers.shift() ?? []))(...args);
    expect(await looked(rebinding, false)).toBe('8.8.8.8');
    expect(await looked(rebinding, false)).toBe('AddressRefusedError');
  });
});
