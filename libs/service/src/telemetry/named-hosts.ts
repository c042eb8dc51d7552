import type { Attributes } from '@opentelemetry/api';

/**
 * Hosts of companies that settings name. Users' own servers (webhooks, SimpleFIN, Actual) are not among them. A property of
 * the process, because a bundled program may load this module twice.
 */
const HOSTS = Symbol.for('tributary.named-hosts');

function namedHosts(): Set<string> {
  const holder = globalThis as { [HOSTS]?: Set<string> };
  return (holder[HOSTS] ??= new Set());
}

/** From now on metrics of outgoing requests name the hosts of these URLs. */
export function nameHosts(urls: Iterable<string>): void {
  for (const url of urls) if (URL.canParse(url)) namedHosts().add(new URL(url).hostname);
}

/** A host that a user has chosen can be a person's name, and there are as many as users: it is no label. */
export function withoutUsersHosts(attributes: Attributes): Attributes {
  const { 'server.address': host, 'server.port': _port, ...rest } = attributes;
  if (host === undefined || namedHosts().has(String(host))) return attributes;
  return { ...rest, 'server.address': 'other' };
}
