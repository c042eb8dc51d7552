/**
 * Its own modules: what work costs is measured beside none that other suites have loaded.
 * @jest-environment node
 */
import {
  ResponderThread,
  excessesOf,
  GivenResponse,
  GivenBytes,
  growthOf,
  HOSTILE_RESPONSES,
  HOSTILE_WIRES,
  ratioOf,
  SHARE_SEED,
  shareOf,
} from '@tributary/testing';
import { CredentialsRefusedError } from '../../src/destinations/destination-directory.port';
import { DestinationFailure } from '../../src/destinations/destination.port';
import { IdentitySubject, identitySubjects, SECRET } from './identity-subjects';

// Lane: a seeded share in `npm test`, all of it with FULL=1.
jest.setTimeout(600_000);

const SHARE = 24;
const TIMEOUT_MS = 2000;
/** Beyond what is read. */
const BEYOND_BYTES = 4_000_000;
/** Of processor time for one exchange, however often it comes to rest; looking at the clock is a part of it. */
const SPENT_MS_MAX = 500;
const SENTENCE = /^[A-Z].+[.)]$/s;
const SENTENCE_CHARS_MAX = 400;

interface Played {
  readonly subject: IdentitySubject;
  readonly name: string;
  readonly largest: number;
  readonly answer: (bytes: number) => GivenResponse | GivenBytes;
}

let provider: ResponderThread;
let subjects: ReturnType<typeof identitySubjects>;
const worst = { blockedMs: 0, ratio: 0 };

beforeAll(async () => {
  provider = await ResponderThread.start();
  subjects = identitySubjects(provider.url, TIMEOUT_MS);
});
afterAll(async () => {
  process.stderr.write(
    `hostile answers of identity providers (SHARE_SEED=${SHARE_SEED}): held for ${worst.blockedMs.toFixed(0)} ms at ` +
      `most, largest ratio ${worst.ratio.toFixed(2)}\n`,
  );
  await subjects.close();
  await provider.stop();
});

function casesOf(subject: IdentitySubject): Played[] {
  const told = HOSTILE_RESPONSES.flatMap(({ name, answer }) =>
    [Math.floor(subject.bytesMax * 0.9), BEYOND_BYTES].map((largest) => ({
      subject,
      name: `${name} (${largest} bytes)`,
      largest,
      answer: (bytes: number) => answer(bytes, subject.form),
    })),
  );
  return [...told, ...HOSTILE_WIRES.map((wire) => ({ subject, ...wire }))];
}

/** What the answer came to, as all that is said of it. */
async function said(ask: () => Promise<unknown>): Promise<string[]> {
  try {
    await ask();
    return [];
  } catch (error) {
    if (error instanceof CredentialsRefusedError) return Object.values(error.errors).flat();
    if (!(error instanceof DestinationFailure)) throw error;
    return 'reason' in error.detail ? [error.detail.reason] : [];
  }
}

async function faultsOf({ subject, name, largest, answer }: Played): Promise<string[]> {
  const faults: string[] = [];
  const answers = { half: answer(Math.max(1, Math.floor(largest / 2))), whole: answer(largest) };
  const growth = await growthOf(async (part) => {
    await provider.give(answers[part]);
    return async () => {
      for (const sentence of await said(subject.ask)) {
        if (!SENTENCE.test(sentence) || sentence.length > SENTENCE_CHARS_MAX)
          faults.push(`no sentence: ${sentence}`);
        if (sentence.includes(SECRET)) faults.push('repeats the secret');
      }
    };
  });
  worst.blockedMs = Math.max(worst.blockedMs, growth.whole.blockedMs);
  worst.ratio = Math.max(worst.ratio, ratioOf(growth));
  faults.push(...excessesOf(growth));
  if (growth.whole.spentMs > SPENT_MS_MAX) faults.push(`spent ${growth.whole.spentMs.toFixed(0)} ms`);
  return faults.map((fault) => `${subject.name}, ${name}: ${fault}`);
}

it('answers of hostile shapes cost in proportion, hold the process for no longer than 200 ms, and fail with a sentence', async () => {
  const cases = shareOf(subjects.subjects.flatMap(casesOf), SHARE);
  const faults: string[] = [];
  for (const one of cases) faults.push(...(await faultsOf(one)));
  expect(faults).toEqual([]);
});

it('what an identity provider repeats of our secrets is said to nobody', async () => {
  for (const status of [200, 400, 401, 403, 500]) {
    for (const { ask, form } of subjects.subjects) {
      await provider.give({ status, body: form.json(form.row(JSON.stringify(SECRET), 0), '') });
      expect((await said(ask)).join('\n')).not.toContain(SECRET);
    }
  }
});

it('an answer that is too long, and one without an end, are called that', async () => {
  const [subject] = subjects.subjects;
  if (!subject) throw new Error('there is no subject');
  await provider.give({ body: subject.form.json('', `,"x":"${'a'.repeat(BEYOND_BYTES)}"`) });
  expect(await said(subject.ask)).toEqual(['The answer of BUDGETA has more than 64 KB.']);
  const interim = HOSTILE_WIRES.find(({ name }) => name === 'interim answers without an end');
  await provider.give(interim?.answer(1) ?? { body: '' });
  expect(await said(subject.ask)).toEqual(['The answer of BUDGETA has no end.']);
});
