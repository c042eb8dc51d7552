import { Closing, openAll } from './closing';

const closed: string[] = [];
beforeEach(() => closed.splice(0));

/** Adds a resource that records its name when it is closed. */
function open(closing: Closing, name: string): void {
  closing.add(name, (one) => closed.push(one));
}

it('closes in reverse order, and each resource once', async () => {
  const closing = new Closing();
  open(closing, 'database');
  open(closing, 'service');
  await closing.close();
  await closing.close();
  expect(closed).toEqual(['service', 'database']);
});

it('closes the others where closing one fails, and reports the failure', async () => {
  const closing = new Closing();
  open(closing, 'database');
  closing.add('bus', () => Promise.reject(new Error('the bus hangs')));
  open(closing, 'service');
  await expect(closing.close()).rejects.toThrow('the bus hangs');
  expect(closed).toEqual(['service', 'database']);
});

it('closes what a start had opened before it failed, and reports why it failed', async () => {
  const start = openAll(async (closing) => {
    open(closing, 'database');
    closing.add('bus', () => Promise.reject(new Error('the bus hangs')));
    await Promise.reject(new Error('the port is taken'));
  });
  await expect(start).rejects.toThrow('the port is taken');
  expect(closed).toEqual(['database']);
});
