import { waitUntilThere } from './wait-until-there';

class NotThere extends Error {}

/** A clock that moves by sleeping alone. */
function movedClock() {
  let at = 0;
  return { now: () => at, sleep: async (ms: number) => void (at += ms) };
}

function options(waitMs: number) {
  const said: string[] = [];
  return {
    said,
    patienceMs: (error: unknown) => (error instanceof NotThere ? waitMs : 0),
    onWaiting: (error: unknown) => void said.push(String(error)),
    onThere: () => void said.push('there'),
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
  it('repeats the attempt, and reports when it begins to wait, for what else, and when it is there', async () => {
    const given = options(60_000);
    const attempt = failing(new NotThere('a'), new NotThere('a'), new NotThere('b'));
    expect(await waitUntilThere(attempt, given)).toBe('there');
    expect(given.said).toEqual(['Error: a', 'Error: b', 'there']);
  });

  it('reports nothing where it need not wait', async () => {
    const given = options(60_000);
    await waitUntilThere(failing(), given);
    expect(given.said).toEqual([]);
  });

  it('ends with the last failure when the time is over, and at once without a time', async () => {
    const errors = Array.from({ length: 20 }, () => new NotThere());
    await expect(waitUntilThere(failing(...errors), options(5000))).rejects.toThrow(NotThere);
    const impatient = options(0);
    await expect(waitUntilThere(failing(new NotThere()), impatient)).rejects.toThrow(NotThere);
    expect(impatient.said).toEqual([]);
  });

  it('waits for ever where it may', async () => {
    const errors = Array.from({ length: 10_000 }, () => new NotThere());
    expect(await waitUntilThere(failing(...errors), options(Infinity))).toBe('there');
  });

  it('ends with the failure when it is called off', async () => {
    const callOff = new AbortController();
    const given = { ...options(Infinity), onWaiting: () => callOff.abort(), signal: callOff.signal };
    await expect(waitUntilThere(failing(new NotThere()), given)).rejects.toThrow(NotThere);
  });

  it('does not wait for what time does not mend', async () => {
    const given = options(60_000);
    await expect(waitUntilThere(failing(new TypeError('wrong')), given)).rejects.toThrow('wrong');
    expect(given.said).toEqual([]);
  });
});
