import {
  AccountConfig,
  Author,
  DEFAULT_ACCOUNT_CONFIG,
  holderOf,
  isGranted,
  maySayWho,
  TransactionDocument,
  withoutSensitiveFields,
} from '@tributary/contracts';
import { dayIn } from './days';

/** A transaction before its friendly fields are set. */
export type UnmappedDocument = Omit<TransactionDocument, 'mapped_fields'>;

/** How an account's fields are mapped, with the grants of the paths' authors; the default sees no identifiers. */
export type FieldMap = AccountConfig['map_fields'] & { readonly authors?: MappingAuthors };
export type MappingAuthors = Readonly<Partial<Record<keyof AccountConfig['map_fields'], Author>>>;

const DEFAULTS = DEFAULT_ACCOUNT_CONFIG.map_fields;

type Parties = Pick<UnmappedDocument, 'creditor' | 'debtor'> & Parameters<typeof holderOf>[0];

/** Returns the other party as the bank has it: the creditor of an outgoing payment, the debtor of an incoming one. */
export function otherParty(document: Parties): TransactionDocument['creditor'] {
  return holderOf(document) === 'debtor' ? document.creditor : document.debtor;
}

/**
 * Maps payee, description and date by the account's configuration. If a configured field is empty, the default applies,
 * then the next best, so that a row has a payee even if a bank omits a field. Each path is read with the rights of its
 * author.
 */
export function mapFields(document: UnmappedDocument, map: FieldMap): TransactionDocument['mapped_fields'] {
  const wanted = pathsOf(map);
  const at = (member: keyof Paths) =>
    textAt(seenBy(map.authors?.[member], document, wanted[member]), wanted[member].path);
  const usual = pathsOf(DEFAULTS);
  return {
    payee: at('payee') ?? textAt(document, usual.payee.path) ?? meaningfulPart(document),
    description: at('description') ?? textAt(document, usual.description.path) ?? remittanceText(document),
    date: dayIn(at('date') ?? '') ?? dayOf(document),
  };
}

interface Source {
  readonly path: readonly string[];
  readonly saysWho: boolean;
}
type Paths = Readonly<Record<keyof MappingAuthors, Source>>;
/** Caches the parsed and checked paths of each configuration. */
const paths = new WeakMap<FieldMap, Paths>();

function pathsOf(map: FieldMap): Paths {
  const known = paths.get(map);
  if (known) return known;
  const { payee, description, date } = map;
  const made = { payee: sourceOf(payee), description: sourceOf(description), date: sourceOf(date) };
  paths.set(map, made);
  return made;
}

function sourceOf(path: string): Source {
  return { path: path.split('.'), saysWho: maySayWho(path) };
}

function seenBy(
  author: Author | undefined,
  document: UnmappedDocument,
  { saysWho }: Source,
): UnmappedDocument {
  if (!saysWho || (author && isGranted(author, 'sensitive:read'))) return document;
  return withoutSensitiveFields(document);
}

/** Returns the day under which a user would file the transaction; null if the provider gave no date. */
export function dayOf(document: UnmappedDocument): string | null {
  return (
    document.booking_date ??
    document.value_date ??
    dayIn(document.booking_datetime) ??
    dayIn(document.value_datetime)
  );
}

/** Returns the text at a path; `counterparty` means the other party. */
function textAt(document: UnmappedDocument, path: readonly string[]): string | undefined {
  let value: unknown = path[0] === 'counterparty' ? { counterparty: otherParty(document) } : document;
  for (const member of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[member];
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function remittanceText(document: UnmappedDocument): string | undefined {
  const parts = remittanceParts(document);
  return parts.length === 0 ? document.additional_information : parts.join(' ');
}

/** Returns the first meaningful part: no reference number, date or masked card number. */
function meaningfulPart(document: UnmappedDocument): string | undefined {
  return remittanceParts(document).find((part) => /\p{L}{3}/u.test(part));
}

function remittanceParts(document: UnmappedDocument): string[] {
  const remittance = document.remittance_information;
  const lines = remittance?.unstructured?.split(/[\n;]+/) ?? listIn(remittance?.unstructured_array);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function listIn(json: string | undefined): string[] {
  if (json === undefined) return [];
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [json];
  } catch {
    return [json]; // a bank sent plain text instead of a list
  }
}
