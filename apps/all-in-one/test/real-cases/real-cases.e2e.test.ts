import { InProcessSystem } from '../in-process-system';
import { RealCase, realCases, unusedFiles } from './case';
import { EXPECTED_TO_FAIL } from './expected-to-fail';
import { CasePlayer, Outcome } from './play-case';

/** The number of simultaneous cases: an import mostly waits for the outbox and the query model. */
const AT_ONCE = 4;

const cases = realCases();
const outcomes = new Map<string, Outcome>();
let system: InProcessSystem;
beforeAll(async () => {
  system = await InProcessSystem.start({ services: ['api-gateway', 'ingestion-sync', 'rule-engine'] });
  const waiting = [...cases];
  const playAll = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      outcomes.set(one.id, await play(one));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playAll));
}, 1_800_000);
afterAll(() => system.stop());

/** Plays a case with its own user, so that it does not use what the importer learned from other cases. */
async function play(realCase: RealCase): Promise<Outcome> {
  const { token } = await system.user(`${realCase.id.toLowerCase()}@example.com`, realCase.id);
  return new CasePlayer(system, token)
    .play(realCase)
    .catch((error: unknown) => ({ kind: 'wrong', differences: [String(error)] }));
}

it('has each case once, and no file that no case reads', () => {
  const ids = cases.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(unusedFiles(cases)).toEqual([]);
  expect(Object.keys(EXPECTED_TO_FAIL).filter((id) => !ids.includes(id))).toEqual([]);
});

it.each(cases.map((one) => [`${one.id} ${one.title}: ${one.why}`, one] as const))('%s', (_, realCase) => {
  const outcome = outcomes.get(realCase.id);
  const isRight = outcome?.kind === 'right' || (outcome?.kind === 'asked' && realCase.asks_ok === true);
  if (Object.hasOwn(EXPECTED_TO_FAIL, realCase.id)) {
    expect({ id: realCase.id, isRight }).toEqual({ id: realCase.id, isRight: false });
  } else {
    expect(isRight ? { kind: 'right' } : outcome).toEqual({ kind: 'right' });
  }
});
