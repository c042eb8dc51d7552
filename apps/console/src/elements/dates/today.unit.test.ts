import { lastDay, localDay } from './today';

/** A moment, and how many minutes the user's clock is behind UTC. */
function moment(iso: string, behind: number): Date {
  return Object.assign(new Date(iso), { getTimezoneOffset: () => behind });
}

test('figures include the present day of the user and of the services, whichever is ahead', () => {
  const inRiga = moment('2026-11-23T22:30:00Z', -120);
  expect([localDay(inRiga), lastDay(inRiga)]).toEqual(['2026-11-24', '2026-11-24']);
  const inNewYork = moment('2026-11-24T02:00:00Z', 300);
  expect([localDay(inNewYork), lastDay(inNewYork)]).toEqual(['2026-11-23', '2026-11-24']);
  const atNoon = moment('2026-11-23T12:00:00Z', -120);
  expect([localDay(atNoon), lastDay(atNoon)]).toEqual(['2026-11-23', '2026-11-23']);
});
