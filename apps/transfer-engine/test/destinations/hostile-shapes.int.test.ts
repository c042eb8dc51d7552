/**
 * Its own modules: what work costs is measured beside none that other suites have loaded.
 * @jest-environment node
 */
import {
  ResponderThread,
  excessesOf,
  FULL,
  growthOf,
  HOSTILE_RESPONSES,
  HostileResponse,
  ratioOf,
  SHARE_SEED,
  shareOf,
} from '@tributary/testing';
import { CredentialsRefusedError } from '../../src/destinations/destination-directory.port';
import { DestinationFailure } from '../../src/destinations/destination.port';
import { HostileSubject, hostileSubjects, HostileSubjects } from './hostile-subjects';

// Lane: a seeded share in `npm test`, all of it, and answers as large as they are accepted, with FULL=1.
jest.setTimeout(600_000);

const SHARE = Number(process.env['HOSTILE_SHAPES'] ?? 12);
/** Of an answer in a usual run. */
const BYTES_MAX = FULL ? Infinity : 6_000_000;
/** Beside the answer itself, which may have 128 MB. */
const MEMORY_MB_MAX = 100;
/** Of memory for each byte of an answer: it is collected, put together and built, and an empty object of three bytes takes 64. */
const TIMES_BYTES = 24;

/** What every failure says. */
const SENTENCE = /^[A-Z].+[.)a-z]$/s;
const SENTENCE_CHARS_MAX = 400;

let server: ResponderThread;
let subjects: HostileSubjects;
const worst = { blockedMs: 0, ratio: 0 };

beforeAll(async () => {
  server = await ResponderThread.start();
  subjects = hostileSubjects(server.url);
});
afterAll(async () => {
  process.stderr.write(
    `hostile answers of destinations (SHARE_SEED=${SHARE_SEED}): held for ${worst.blockedMs.toFixed(0)} ms at most, ` +
      `largest ratio ${worst.ratio.toFixed(2)}\n`,
  );
  await subjects.close();
  await server.stop();
});

/** Asks, and takes a failure with a sentence as an answer. */
async function asked({ ask }: HostileSubject): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof CredentialsRefusedError) return;
    if (!(error instanceof DestinationFailure)) throw error;
    if (!('reason' in error.detail)) return;
    const { reason } = error.detail;
    expect(reason.length).toBeLessThanOrEqual(SENTENCE_CHARS_MAX);
    if (error.detail.kind !== 'refused') expect(reason).toMatch(SENTENCE);
  }
}

async function faultsOf(subject: HostileSubject, shape: HostileResponse): Promise<string[]> {
  const bytes = Math.min(shape.largest ?? Infinity, subject.bytesMax * 0.94, BYTES_MAX);
  const memoryMbMax = MEMORY_MB_MAX + (TIMES_BYTES * bytes) / 1024 / 1024;
  const answers = {
    half: shape.answer(Math.floor(bytes / 2), subject.form),
    whole: shape.answer(Math.floor(bytes), subject.form),
  };
  const growth = await growthOf(async (part) => {
    await server.give({ status: subject.status, ...answers[part] });
    return () => asked(subject);
  }, memoryMbMax);
  worst.blockedMs = Math.max(worst.blockedMs, growth.whole.blockedMs);
  worst.ratio = Math.max(worst.ratio, ratioOf(growth));
  return excessesOf(growth, memoryMbMax).map((excess) => `${subject.name}, ${shape.name}: ${excess}`);
}

it('answers of hostile shapes cost in proportion, hold the process for no longer than 200 ms, and fail with a sentence', async () => {
  await server.give({ body: subjects.token });
  await subjects.signIn().catch(() => undefined); // the search fails, as its answer is a token: that alone is needed
  const cases = subjects.subjects.flatMap((subject) =>
    HOSTILE_RESPONSES.map((shape) => ({ subject, shape })),
  );
  const faults: string[] = [];
  for (const { subject, shape } of shareOf(cases, SHARE)) faults.push(...(await faultsOf(subject, shape)));
  expect(faults).toEqual([]);
});
