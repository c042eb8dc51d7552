import { limitedNetwork, networkOf } from './networks';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::5', '2001:db8:1::/48'],
  ['::1', '::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
])('the address %s is recorded as network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['203.0.113.77', '203.0.113.77/32'],
  ['::ffff:203.0.113.77', '203.0.113.77/32'],
  ['2001:db8:1:2ff::5', '2001:db8:1:200::/56'],
  ['unknown', 'unknown'],
])('the address %s is limited with %s', (address, network) => {
  expect(limitedNetwork(address)).toBe(network);
});

it.each(['', 'unknown', '203.0.113.x', '1.2.3.4, 5.6.7.8', 'a\r\nb'])('%j is not an address', (text) => {
  expect(networkOf(text)).toBeNull();
});
