import { AccountDocument } from '@tributary/contracts';
import { idText } from '../../../rest/wire-values';

/** Institution and connection of an account as a feed shows them; the ids are null for an account that the user made by hand. */
export interface AccountOrigin {
  readonly document: Pick<AccountDocument, 'integrator' | 'meta'>;
  readonly connection_id: number | null;
  readonly institution_id: number | null;
  readonly institution: string | null;
  readonly institution_url: string | null;
}

/** The institution of an account, in the words of the protocol. */
export interface FeedInstitution {
  readonly connId: string;
  /** Null: the institution has none. */
  readonly orgId: string | null;
  readonly name: string;
  /** Domain of the institution; null if it is not known. */
  readonly domain: string | null;
  readonly url: string | null;
}

/** The connection of accounts that have none, and the institution of accounts whose own is not known. */
export const OWN = { id: 'tributary', name: 'Tributary' } as const;

/**
 * The institution of an account, in the words of the protocol. Accounts of one connection are at one institution,
 * except for those from another SimpleFIN server: it names the institution of each account, which then has a
 * connection of its own in the feed.
 */
export function institutionOf(row: AccountOrigin): FeedInstitution {
  const connId = row.connection_id === null ? OWN.id : idText(row.connection_id);
  const url = webAddress(row.institution_url);
  const connected = {
    connId,
    orgId: row.institution_id === null ? null : idText(row.institution_id),
    name: row.institution ?? OWN.name,
    domain: url && domainOf(url),
    url,
  };
  return row.document.integrator === 'SIMPLEFIN' ? behind(connected, row.document.meta) : connected;
}

/** @param meta JSON text, as the provider has written it */
function behind(server: FeedInstitution, meta: string | null): FeedInstitution {
  const { institution: name, institution_domain, institution_url } = parsed(meta);
  if (typeof name !== 'string') return server;
  const url = webAddress(institution_url);
  const domain = typeof institution_domain === 'string' ? institution_domain : url && domainOf(url);
  const orgId = domain ?? name;
  return { connId: `${server.connId}/${orgId}`, orgId, name, domain, url };
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The URL if it is a web address, else null. */
function webAddress(url: unknown): string | null {
  return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url) ? url : null;
}

function domainOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
