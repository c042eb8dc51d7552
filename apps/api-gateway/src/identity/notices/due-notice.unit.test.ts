import { dueNotice, type Watched } from './due-notice';

const NOW = new Date('2026-03-10T12:00:00Z');
const hoursFromNow = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const consent = (hours: number): Watched => ({
  subject: 'consent',
  id: 3,
  userId: 7,
  name: 'Nordbank',
  endsAt: hoursFromNow(hours),
});
const occasionOf = (watched: Watched) => dueNotice(watched, NOW)?.occasion;

describe('a consent that ends', () => {
  it.each([-1, 0, 7 * 24 + 1])('is nothing to report %s hours before its end', (hours) => {
    expect(dueNotice(consent(hours), NOW)).toBeNull();
  });

  it('is reported within seven days, once', () => {
    expect(occasionOf(consent(7 * 24))).toBe('3 2026-03-17T12:00:00.000Z 7');
    expect(dueNotice(consent(25), NOW)?.occasion).toMatch(/ 7$/);
  });

  it('is reported again within a day, and then only so', () => {
    expect(occasionOf(consent(24))).toMatch(/ 1$/);
    expect(occasionOf(consent(1))).toMatch(/ 1$/);
  });

  it('is another occasion once it is renewed', () => {
    expect(occasionOf(consent(24))).not.toBe(occasionOf(consent(23)));
  });
});

describe.each(['connection', 'link'] as const)('a %s that fails', (subject) => {
  const failing = (hours: number): Watched => ({
    subject,
    id: 3,
    userId: 7,
    name: 'Nordbank',
    failingSince: hoursFromNow(-hours),
  });

  it('is reported after a day', () => {
    expect(dueNotice(failing(23.9), NOW)).toBeNull();
    expect(dueNotice(failing(24), NOW)).not.toBeNull();
    expect(dueNotice(failing(240), NOW)).not.toBeNull();
  });

  it('is another occasion when it fails again', () => {
    expect(occasionOf(failing(24))).not.toBe(occasionOf(failing(25)));
  });
});

it('of an endpoint’s address, a notice says the host alone', () => {
  const watched = {
    subject: 'endpoint',
    id: 3,
    userId: 7,
    url: 'https://me:pw@hooks.example/s3cret?k=1',
  } as const;
  expect(dueNotice({ ...watched, switchedOffAt: NOW }, NOW)?.content).toEqual({
    kind: 'ENDPOINT_DISABLED',
    endpointId: 3,
    host: 'hooks.example',
  });
});
