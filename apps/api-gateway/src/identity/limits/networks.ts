import ipaddr from 'ipaddr.js';

/**
 * The stored bits of an address: enough for its owner to distinguish home from abroad, too few to identify a household.
 */
const BITS = { ipv4: 24, ipv6: 48 } as const;

/**
 * Number of address bits that limits count as one client: customers have an IPv4 address, or an IPv6 network of /56 or
 * larger.
 */
const LIMITED_BITS = { ipv4: 32, ipv6: 56 } as const;

/** The network of an address, such as `203.0.113.0/24` or `2001:db8::/48`; null if the text is not an address. */
export function networkOf(address: string): string | null {
  return masked(address, BITS);
}

/** The network whose limit applies to an address; the text itself if it is not an address. */
export function limitedNetwork(address: string): string {
  return masked(address, LIMITED_BITS) ?? address;
}

function masked(address: string, bits: Readonly<Record<'ipv4' | 'ipv6', number>>): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address); // an IPv4 address inside an IPv6 one is the IPv4 one
  const kind = parsed.kind();
  const bytes = parsed.toByteArray().map((byte, index) => (index * 8 < bits[kind] ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits[kind]}`;
}
