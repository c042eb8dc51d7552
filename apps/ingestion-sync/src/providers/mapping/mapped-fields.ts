import {
  AccountConfig,
  Author,
  DEFAULT_ACCOUNT_CONFIG,
  holderOf,
  isGranted,
  mayIdentifyHolder,
  otherPartyOf,
  TransactionDocument,
  withoutSensitiveFields,
} from '@tributary/contracts';
import { dayIn } from './days';

/** A transaction before its `mapped_fields` are set. */
export type UnmappedDocument = Omit<TransactionDocument, 'mapped_fields'>;

/**
 * The path of each mapped field, and the author of each path. A path without an author (the default) may not read
 * account identifiers.
 */
export type FieldMap = AccountConfig['map_fields'] & { readonly authors?: MappingAuthors };
/** The authors of an account's paths: a path may read only what its author may read. */
export type MappingAuthors = Readonly<Partial<Record<keyof AccountConfig['map_fields'], Author>>>;

const DEFAULTS = DEFAULT_ACCOUNT_CONFIG.map_fields;

type Parties = Pick<UnmappedDocument, 'creditor' | 'debtor'> & Parameters<typeof holderOf>[0];

/** Returns the other party of the transaction: the creditor of an outgoing payment, the debtor of an incoming one. */
export function otherParty(document: Parties): TransactionDocument['creditor'] {
  return document[otherPartyOf(document)];
}

/**
 * Sets payee, description and date of a transaction. Each is read from the configured path, with the rights of the
 * path's author. If the bank left that field empty, the default path applies, and then other fields with a similar
 * content.
 */
export function mapFields(document: UnmappedDocument, map: FieldMap): TransactionDocument['mapped_fields'] {
  const configured = pathsOf(map);
  const mapped = (member: keyof Paths) => {
    const source = configured[member];
    return textAt(visibleTo(map.authors?.[member], document, source), source.path);
  };
  const defaults = pathsOf(DEFAULTS);
  return {
    payee: mapped('payee') ?? textAt(document, defaults.payee.path) ?? firstWords(document),
    description:
      mapped('description') ?? textAt(document, defaults.description.path) ?? remittanceText(document),
    date: dayIn(mapped('date') ?? '') ?? dayOf(document),
  };
}

interface Source {
  readonly path: readonly string[];
  /** Whether the value may be an account identifier or the name of the account's holder. */
  readonly mayIdentify: boolean;
}
type Paths = Readonly<Record<keyof MappingAuthors, Source>>;
/** Caches the parsed paths of each configuration. */
const pathsByMap = new WeakMap<FieldMap, Paths>();

function pathsOf(map: FieldMap): Paths {
  const cached = pathsByMap.get(map);
  if (cached) return cached;
  const { payee, description, date } = map;
  const parsed = { payee: sourceOf(payee), description: sourceOf(description), date: sourceOf(date) };
  pathsByMap.set(map, parsed);
  return parsed;
}

function sourceOf(path: string): Source {
  return { path: path.split('.'), mayIdentify: mayIdentifyHolder(path) };
}

/** Returns the document without sensitive fields where the source could read one that its author may not read. */
function visibleTo(
  author: Author | undefined,
  document: UnmappedDocument,
  { mayIdentify }: Source,
): UnmappedDocument {
  if (!mayIdentify || (author && isGranted(author, 'sensitive:read'))) return document;
  return withoutSensitiveFields(document);
}

/** Returns the booking day, or else the value day; null if the provider sent no date. */
export function dayOf(document: UnmappedDocument): string | null {
  return (
    document.booking_date ??
    document.value_date ??
    dayIn(document.booking_datetime) ??
    dayIn(document.value_datetime)
  );
}

/**
 * Returns the text at a path, undefined if there is none. The path may begin with `counterparty`, which is the other
 * party.
 */
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

/** Returns the first part of the remittance text with a word: not a reference, a date or a masked card number. */
function firstWords(document: UnmappedDocument): string | undefined {
  return remittanceParts(document).find((part) => /\p{L}{3}/u.test(part));
}

/** Splits the remittance text into its lines, without empty ones. */
function remittanceParts(document: UnmappedDocument): string[] {
  const remittance = document.remittance_information;
  const lines = remittance?.unstructured?.split(/[\n;]+/) ?? listIn(remittance?.unstructured_array);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Parses a JSON list of texts; a text that is no such list is returned as the only item. */
function listIn(json: string | undefined): string[] {
  if (json === undefined) return [];
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [json];
  } catch {
    return [json]; // a bank sent plain text instead of a list
  }
}
