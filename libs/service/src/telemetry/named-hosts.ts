import type { Attributes } from '@opentelemetry/api';

/**
 * Key of the hosts of companies that settings name. Users' own servers (webhooks, SimpleFIN, Actual) are not among
 * them. They are a property of the process, because a bundled program may load this module twice.
 */
const HOSTS = Symbol.for('tributary.named-hosts');

function namedHosts(): Set<string> {
  const holder = globalThis as { [HOSTS]?: Set<string> };
  return (holder[HOSTS] ??= new Set());
}

/** Adds the hosts of these URLs to those that metrics of outgoing requests name. */
export function nameHosts(urls: Iterable<string>): void {
  for (const url of urls) if (URL.canParse(url)) namedHosts().add(new URL(url).hostname);
}

/**
 * Removes hosts that users have chosen: such a host can be a person's name, and there are as many as users, so it is
 * no label.
 */
export function withoutUsersHosts(attributes: Attributes): Attributes {
  const { 'server.address': host, 'server.port': _port, ...rest } = attributes;
  if (host === undefined || namedHosts().has(String(host))) return attributes;
  return { ...rest, 'server.address': 'other' };
}
