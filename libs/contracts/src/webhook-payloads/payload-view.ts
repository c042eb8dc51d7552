import { PayloadVersion } from '../documents/webhook.documents';
import { redactAccount, Redaction, redactTransaction } from '../redaction';
import { Fields } from '../wire/wire-resource';
import { memberNameIn, PAYLOAD_MEMBER_NAMES, PAYLOAD_MEMBERS, PayloadMemberName } from './event-types';

/** The content of a message, as resources without redaction. */
export type EventData = {
  readonly [M in PayloadMemberName]?: (typeof PAYLOAD_MEMBERS)[M] extends { list: object }
    ? readonly Fields[]
    : Fields;
};

/** Part of a payload that one reader may see: the same that its token reads over REST. */
export interface PayloadView {
  readonly redaction: Redaction;
  /** The members that its scopes read. */
  readonly reads: ReadonlySet<PayloadMemberName>;
}

/** @param of `scopes`: null for all; `redactSensitive`: the token may not read identifiers */
export function payloadView(of: {
  readonly omitSensitiveIdentifiers: boolean;
  readonly redactSensitive: boolean;
  readonly scopes: readonly string[] | null;
}): PayloadView {
  const { scopes } = of;
  const isRead = (member: PayloadMemberName): boolean =>
    scopes === null || scopes.includes(PAYLOAD_MEMBERS[member].scope);
  return {
    redaction: of.redactSensitive ? 'sensitive' : of.omitSensitiveIdentifiers ? 'account_numbers' : 'none',
    reads: new Set(PAYLOAD_MEMBER_NAMES.filter(isRead)),
  };
}

/** Everything, as the owner sees it. */
export const FULL_VIEW = payloadView({
  omitSensitiveIdentifiers: false,
  redactSensitive: false,
  scopes: null,
});

/** The same for views that show the same. */
export function viewKey({ redaction, reads }: PayloadView): string {
  return [redaction, ...reads].join();
}

/** `data` of a message as one reader may see it. */
export function viewedData(data: EventData, view: PayloadView, version: PayloadVersion): Fields {
  return Object.fromEntries(viewedMembers(data, view, version, (_resource, viewed) => viewed()));
}

/** The members of `data` by their names, each resource redacted by `show`. */
export function viewedMembers<Shown>(
  data: EventData,
  view: PayloadView,
  version: PayloadVersion,
  show: (resource: Fields, viewed: () => Fields) => Shown,
): [name: string, shown: Shown | Shown[]][] {
  return PAYLOAD_MEMBER_NAMES.flatMap((member) => {
    const content: Fields | readonly Fields[] | undefined = data[member];
    if (content === undefined) return [];
    const shown = (resource: Fields): Shown => show(resource, () => viewed(member, resource, view));
    const name = memberNameIn(version, member);
    return [[name, isList(content) ? content.map(shown) : shown(content)]];
  });
}

function isList(content: Fields | readonly Fields[]): content is readonly Fields[] {
  return Array.isArray(content);
}

function viewed(member: PayloadMemberName, resource: Fields, { redaction, reads }: PayloadView): Fields {
  if (!reads.has(member)) return idOf(resource);
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

/** A resource that may not be read has only its id: the reader learns that something happened to it. */
function idOf({ id, removed }: Fields): Fields {
  return removed === undefined ? { id } : { id, removed };
}
