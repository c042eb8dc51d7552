import { declaredMembers, SHOWN_CONTAINERS, SHOWN_MEMBERS } from '@tributary/contracts';

const MASK = '•••';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Larger numbers are masked, because they are no counts. */
const COUNT_MAX = 999_999_999;

const has = (kind: keyof typeof SHOWN_MEMBERS, member: string): boolean =>
  SHOWN_MEMBERS[kind].includes(member);

/**
 * The JSON of a message in which only our own members are shown: ids, types, states, moments and counts, as
 * `SHOWN_MEMBERS` lists them beside the contracts. Everything else is masked; the form remains, which shows why the
 * message was refused. Content that is no JSON is masked completely.
 */
export function maskedContent(value: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(value), '', true), null, 2);
  } catch {
    return `${MASK} (${value.length} characters that are no JSON)`;
  }
}

/** @param isOurs whether all objects around it have only our own members */
function masked(value: unknown, member: string, isOurs: boolean): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => masked(item, member, isOurs));
  if (typeof value !== 'object') return isOurs && isShown(value, member) ? value : MASK;
  const isOursBelow = isOurs && (member === '' || SHOWN_CONTAINERS.includes(member));
  return Object.fromEntries(
    Object.entries(value).map(([name, one], index) => [
      shownName(name, index),
      masked(one, name, isOursBelow),
    ]),
  );
}

/** Masks a name that no contract declares, because the name itself may be private. */
function shownName(name: string, index: number): string {
  return declaredMembers().has(name) ? name : `${MASK} ${index + 1}`;
}

function isShown(value: unknown, member: string): boolean {
  if (typeof value === 'boolean') return has('flags', member);
  if (typeof value === 'string') return isShownText(value, member);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return false;
  return has('ids', member) || (has('counts', member) && value <= COUNT_MAX);
}

function isShownText(text: string, member: string): boolean {
  if (has('uuids', member) && UUID.test(text)) return true;
  if (has('moments', member) && MOMENT.test(text)) return true;
  return has('words', member) && declaredMembers().get(member)?.words.has(text) === true;
}
