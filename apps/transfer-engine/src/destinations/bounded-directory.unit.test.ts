import { boundedDirectory, boundedListing, LISTED_MAX } from './bounded-directory';
import { Admission, DestinationDirectory, HEALTHY, ListedUnit } from './destination-directory.port';
import { DestinationFailure } from './destination.port';

const target = (externalId: string, name = 'N') => ({
  externalId,
  document: { sheets_id: externalId, name, position: 0, health: HEALTHY },
});

const unit = (externalId: unknown, name: unknown, targets = [target('1')]) =>
  ({
    externalId,
    document: {
      sheets_id: 'u',
      enabled: true,
      name,
      url: null,
      locale: null,
      time_zone: null,
      last_synced_at: '',
    },
    targets,
  }) as ListedUnit<'SHEETS'>;

const listed = (...units: ListedUnit<'SHEETS'>[]) => boundedListing({ units, requests: 1 });

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DestinationFailure && error.detail.kind === 'refused') return error.detail.reason;
    throw error;
  }
  return 'none';
}

test('what is within the bounds stays as it is', () => {
  const given = { units: [unit('u', 'a'.repeat(LISTED_MAX.textChars))], requests: 3 };
  expect(boundedListing(given)).toEqual(given);
});

test('a longer text is cut, says so, and ends with a whole character', () => {
  const [cut] = listed(unit('u', `a${'😀'.repeat(LISTED_MAX.textChars)}`)).units;
  expect(cut?.document.name).toHaveLength(LISTED_MAX.textChars - 1);
  expect(cut?.document.name).toMatch(/^a(?:😀)+ … \[cut\]$/u);
});

test('texts of targets are cut, too', () => {
  const [first] = listed(unit('u', 'n', [target('1', 'a'.repeat(3000))])).units;
  expect(first?.targets[0]?.document).toMatchObject({ name: expect.stringMatching(/ … \[cut\]$/) as string });
});

test.each([
  ['an id that is too long', unit('a'.repeat(513), 'n'), 'Its answer has an id of more than 512 characters.'],
  ['no id', unit(undefined, 'n'), 'Its answer lacks an id.'],
  ['an id that is a number', unit(7, 'n'), 'Its answer lacks an id.'],
  ['an empty id', unit('', 'n'), 'Its answer lacks an id.'],
  [
    'a target’s id that is too long',
    unit('u', 'n', [target('a'.repeat(513))]),
    'Its answer has an id of more',
  ],
  ['an object for a text', unit('u', { a: 1 }), 'Its answer has a list or an object where name is to be'],
  ['a list for a text', unit('u', ['a']), 'Its answer has a list or an object where name is to be'],
])('%s is refused with a sentence', (_what, given, reason) => {
  expect(reasonOf(() => listed(given))).toContain(reason);
});

test('as many places as are taken, and not one more', () => {
  const places = (count: number) => Array.from({ length: count }, (_, index) => target(String(index)));
  expect(listed(unit('u', 'n', places(LISTED_MAX.places - 1))).units).toHaveLength(1);
  const more = () => listed(unit('u', 'n', places(LISTED_MAX.places)));
  expect(reasonOf(more)).toBe('It lists more than 10,000 places to write to.');
});

describe('a directory', () => {
  const directory = (admission: object): DestinationDirectory => ({
    oauth: { authorizationUrl: () => '', exchange: () => Promise.resolve(admission as Admission) },
    admit: () => Promise.resolve(admission as Admission),
    list: () => Promise.resolve({ units: [], requests: 1 }),
  });
  const admission = { externalUserId: 'u', credentials: 'c', facts: { workspace_name: 'W' }, requests: 1 };
  const exchange = (of: object) =>
    boundedDirectory(directory(of)).oauth?.exchange('code', {
      redirectUri: '',
      codeVerifier: '',
      given: null,
      present: null,
    });
  const admit = (of: object) => boundedDirectory(directory(of)).admit({} as never);

  test.each([
    ['entered', admit],
    ['granted', exchange],
  ])('%s access is bounded, whoever it is for', async (_how, ask) => {
    expect(await ask(admission)).toEqual(admission);
    const long = await ask({ ...admission, facts: { workspace_name: 'a'.repeat(3000) } });
    expect(long?.facts).toEqual({ workspace_name: expect.stringMatching(/ … \[cut\]$/) as string });
    for (const externalUserId of [undefined, 7, '', 'a'.repeat(513)])
      await expect(ask({ ...admission, externalUserId })).rejects.toThrow(DestinationFailure);
  });
});
