import { Admission, DestinationDirectory, ListedCategory, Listing } from './destination-directory.port';
import { DestinationFailure } from './destination.port';

/** Limits on the lists that are copied from a destination into documents. */
export const LISTED_MAX = {
  /** Units and targets of one connection together. */
  places: 10_000,
  /** Categories of one connection. */
  categories: 10_000,
  /** Characters of one text; a longer text is cut and ends with `CUT_MARK`. */
  textChars: 2000,
  /** Characters of an id; a longer id is refused, because two cut ids could become equal. */
  idChars: 512,
} as const;

const CUT_MARK = ' … [cut]';

/** Wraps the directory so that its listings and admissions respect `LISTED_MAX`. */
export function boundedDirectory(directory: DestinationDirectory): DestinationDirectory {
  const { oauth } = directory;
  return {
    oauth: oauth && {
      accept: oauth.accept && ((given) => oauth.accept?.(given) ?? given),
      authorizationUrl: (request) => oauth.authorizationUrl(request),
      exchange: async (code, request) => checked(await oauth.exchange(code, request)),
    },
    admit: async (given) => checked(await directory.admit(given)),
    list: async (credentials) => boundedListing(await directory.list(credentials)),
  };
}

function checked(admission: Admission): Admission {
  checkId(admission.externalUserId);
  return { ...admission, facts: boundedDocument(admission.facts) };
}

/** @throws DestinationFailure if the listing has too many units and targets, or an id is too long */
export function boundedListing({ units, requests }: Listing): Listing {
  const places = units.reduce((sum, { targets }) => sum + 1 + targets.length, 0);
  if (places > LISTED_MAX.places) {
    throw refused(`It lists more than ${LISTED_MAX.places.toLocaleString('en-US')} places to write to.`);
  }
  const categories = units.reduce((sum, unit) => sum + (unit.categories?.length ?? 0), 0);
  if (categories > LISTED_MAX.categories) {
    throw refused(`It lists more than ${LISTED_MAX.categories.toLocaleString('en-US')} categories.`);
  }
  return {
    requests,
    units: units.map(({ externalId, document, targets, categories: listed }) => ({
      externalId: checkId(externalId),
      document: boundedDocument(document),
      targets: targets.map((target) => ({
        externalId: checkId(target.externalId),
        document: boundedDocument(target.document),
      })),
      ...(listed === undefined ? {} : { categories: listed.map(boundedCategory) }),
    })),
  };
}

function boundedCategory({ externalId, ...category }: ListedCategory): ListedCategory {
  return { externalId: checkId(externalId), ...boundedDocument(category) };
}

/** Checks the type at run time too, because the id comes from the destination. */
function checkId(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw refused('Its answer lacks an id.');
  if (id.length <= LISTED_MAX.idChars) return id;
  throw refused(`Its answer has an id of more than ${LISTED_MAX.idChars} characters.`);
}

/** Documents of units and targets are flat; only `health` is an object, and this service makes it. */
function boundedDocument<Document extends object>(document: Document): Document {
  const members = Object.entries(document).map(([name, value]: [string, unknown]) => [
    name,
    name === 'health' ? value : boundedValue(name, value),
  ]);
  return Object.fromEntries(members) as Document;
}

function boundedValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  throw refused(`Its answer has a list or an object where ${name} is to be one value.`);
}

function boundedText(text: string): string {
  if (text.length <= LISTED_MAX.textChars) return text;
  const cut = text.slice(0, LISTED_MAX.textChars - CUT_MARK.length);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}${CUT_MARK}`;
}

function refused(reason: string): DestinationFailure {
  return new DestinationFailure({ kind: 'refused', reason, place: null });
}
