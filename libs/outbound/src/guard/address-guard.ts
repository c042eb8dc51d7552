import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** A network of the operator's list that is not one. */
export class InvalidNetworkError extends Error {
  override readonly name = 'InvalidNetworkError';
}

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public ranges that are only reachable inside: a cloud's own services, and documentation addresses. */
const NOT_FOR_CLIENTS: readonly Network[] = ['168.63.129.16/32', '3fff::/20'].map(parseNetwork);

/**
 * Decides which addresses connections to users' URLs may go to: public ones, and the networks that the operator allows.
 * Refused are private, loopback, link-local (cloud metadata), carrier-grade NAT, unspecified, multicast and reserved
 * ranges, and IPv4 addresses wrapped in IPv6 (mapped, compatible, NAT64, 6to4, Teredo).
 */
export class AddressGuard {
  private readonly allowed: readonly Network[];

  /** @param allowedNetworks CIDRs. @throws InvalidNetworkError */
  constructor(allowedNetworks: readonly string[] = []) {
    this.allowed = allowedNetworks.map(parseNetwork);
  }

  /** Whether a connection may be made to this address from DNS or a URL. */
  allows(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    return this.isListed(text) || isPublic(ipaddr.process(text));
  }

  /** Whether the address is in one of the operator's networks. */
  isListed(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text); // a mapped IPv4 address counts as the IPv4 address
    return this.allowed.some((network) => isIn(address, network));
  }

  /** Whether a URL's host is a refused address. A name is checked when it is resolved. */
  refusesLiteral(url: URL): boolean {
    const address = literalAddress(url.hostname);
    return address !== null && !this.allows(address);
  }
}

/** The address of a URL's host in normal form; null if it is a name. */
export function literalAddress(hostname: string): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return ipaddr.isValid(host) ? host : null;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || NOT_FOR_CLIENTS.some((network) => isIn(address, network)))
    return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6);
}

function isIn(address: Address, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match([...network] as [Address, number]);
}

function parseNetwork(text: string): Network {
  try {
    return ipaddr.parseCIDR(text);
  } catch (cause) {
    throw new InvalidNetworkError(`${text} is not a network such as 10.0.0.0/8`, { cause });
  }
}
