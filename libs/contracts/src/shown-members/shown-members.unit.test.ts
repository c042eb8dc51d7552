import { declaredMembers } from './declared-members';
import { SHOWN_CONTAINERS, SHOWN_MEMBERS } from './shown-members';

const members = declaredMembers();
/** Beside the payload. */
const ENVELOPE = ['occurredAt', 'id', 'version', 'type'];

const unfit = (names: readonly string[], isFit: (name: string) => boolean) =>
  names.filter((name) => !ENVELOPE.includes(name) && !isFit(name));
const hasType = (start: string) => (name: string) =>
  [...(members.get(name)?.types ?? [])].some((type) => type.startsWith(start));

it('every shown member is declared by a contract, with values of its kind', () => {
  const { ids, counts, flags, moments, words, uuids } = SHOWN_MEMBERS;
  const isFlag = (name: string) => hasType('boolean')(name) || members.get(name)?.words.has('true') === true;
  expect({
    numbers: unfit([...ids, ...counts], hasType('integer')),
    uuids: unfit(uuids, hasType('string')),
    moments: unfit(moments, hasType('string ^\\d{4}-\\d{2}-\\d{2}T')),
    words: unfit(words, (name) => (members.get(name)?.words.size ?? 0) > 0),
    flags: unfit(flags, isFlag),
  }).toEqual({ numbers: [], uuids: [], moments: [], words: [], flags: [] });
});

it('every shown container is declared by a contract', () => {
  expect(unfit(SHOWN_CONTAINERS, (name) => name === 'payload' || members.has(name))).toEqual([]);
});
