import { waitUntilThere } from './wait-until-there';

class NotThere extends Error {}

/** A clock that moves by sleeping alone. */
function movedClock() {
  let at = 0;
  return { now: () => at, sleep: async (ms: number) => void (at += ms) };
}

function options(waitMs: number) {
  const waits: unknown[] = [];
  return {
    waits,
    isNotThereYet: (error: unknown) => error instanceof NotThere,
    waitMs,
    onWaiting: (error: unknown) => void waits.push(error),
    clock: movedClock(),
  };
}

/** Fails as often as there are errors. */
function failing(...errors: Error[]): () => Promise<string> {
  return async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'there';
  };
}

describe('waiting for another system at the start', () => {
  it('repeats the attempt, and reports each one in vain', async () => {
    const given = options(60_000);
    expect(await waitUntilThere(failing(new NotThere(), new NotThere()), given)).toBe('there');
    expect(given.waits).toHaveLength(2);
  });

  it('ends with the last failure when the time is over, and at once without a time', async () => {
    const errors = Array.from({ length: 10 }, () => new NotThere());
    await expect(waitUntilThere(failing(...errors), options(5000))).rejects.toThrow(NotThere);
    const impatient = options(0);
    await expect(waitUntilThere(failing(new NotThere()), impatient)).rejects.toThrow(NotThere);
    expect(impatient.waits).toEqual([]);
  });

  it('does not wait for what time does not mend', async () => {
    const given = options(60_000);
    await expect(waitUntilThere(failing(new TypeError('wrong')), given)).rejects.toThrow('wrong');
    expect(given.waits).toEqual([]);
  });
});
