import { PayloadVersion } from '../documents/webhook.documents';
import { redactAccount, Redaction, redactTransaction } from '../redaction';
import { Fields } from '../wire/wire-resource';
import { memberNameIn, PAYLOAD_MEMBER_NAMES, PAYLOAD_MEMBERS, PayloadMemberName } from './event-types';

/** The `data` of a webhook message: its resources before redaction. */
export type EventData = {
  readonly [M in PayloadMemberName]?: (typeof PAYLOAD_MEMBERS)[M] extends { list: object }
    ? readonly Fields[]
    : Fields;
};

/** The part of a payload that an endpoint's owner or a token may see. A token sees the same over REST. */
export interface PayloadView {
  readonly redaction: Redaction;
  /** Members of `data` that are shown with their content; a resource of any other member has only its id. */
  readonly visibleMembers: ReadonlySet<PayloadMemberName>;
}

interface ViewOptions {
  /** The owner set the endpoint to omit account numbers. */
  readonly omitSensitiveIdentifiers: boolean;
  /** The token may not read identifiers. */
  readonly redactSensitive: boolean;
  /** Scopes of the token; null: all. */
  readonly scopes: readonly string[] | null;
}

/** Returns the redaction and the visible members for these settings. */
export function payloadView(options: ViewOptions): PayloadView {
  const { scopes } = options;
  const isRead = (member: PayloadMemberName): boolean =>
    scopes === null || scopes.includes(PAYLOAD_MEMBERS[member].scope);
  return {
    redaction: options.redactSensitive
      ? 'sensitive'
      : options.omitSensitiveIdentifiers
        ? 'account_numbers'
        : 'none',
    visibleMembers: new Set(PAYLOAD_MEMBER_NAMES.filter(isRead)),
  };
}

/** The view of the owner: every member, without redaction. */
export const FULL_VIEW = payloadView({
  omitSensitiveIdentifiers: false,
  redactSensitive: false,
  scopes: null,
});

/** Returns a key that two views share if they show the same content. */
export function viewKey({ redaction, visibleMembers }: PayloadView): string {
  return [redaction, ...visibleMembers].join();
}

/** Returns the `data` of a message that the view shows: by the version's member names, each resource redacted. */
export function visibleData(data: EventData, view: PayloadView, version: PayloadVersion): Fields {
  return Object.fromEntries(mapVisibleMembers(data, view, version, (_resource, redact) => redact()));
}

/**
 * Maps each resource of `data` and returns the results under the version's member names.
 * @param convert receives the stored resource, and `redact`, which returns the resource as the view shows it; a caller
 *   that has a cached result does not call `redact`
 */
export function mapVisibleMembers<Result>(
  data: EventData,
  view: PayloadView,
  version: PayloadVersion,
  convert: (resource: Fields, redact: () => Fields) => Result,
): [name: string, result: Result | Result[]][] {
  return PAYLOAD_MEMBER_NAMES.flatMap((member) => {
    const content: Fields | readonly Fields[] | undefined = data[member];
    if (content === undefined) return [];
    const toResult = (resource: Fields): Result =>
      convert(resource, () => redactResource(member, resource, view));
    const name = memberNameIn(version, member);
    return [[name, isList(content) ? content.map(toResult) : toResult(content)]];
  });
}

function isList(content: Fields | readonly Fields[]): content is readonly Fields[] {
  return Array.isArray(content);
}

function redactResource(
  member: PayloadMemberName,
  resource: Fields,
  { redaction, visibleMembers }: PayloadView,
): Fields {
  if (!visibleMembers.has(member)) return onlyId(resource);
  switch (PAYLOAD_MEMBERS[member].resource) {
    case 'account':
      return redactAccount(resource, redaction);
    case 'transaction':
      return redactTransaction(resource, redaction);
    case 'balance':
    case 'holding':
    case 'connection':
    case 'rule':
      return resource;
  }
}

/** Reduces a hidden resource to its id, from which the reader learns that something happened to the resource. */
function onlyId({ id, removed }: Fields): Fields {
  return removed === undefined ? { id } : { id, removed };
}
