import { setImmediate as turn } from 'node:timers/promises';
import { DatabasePresence } from './database-presence';

const refused = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));

describe('that the database is lost', () => {
  let answers: (() => Promise<unknown>)[];
  let lines: string[];
  let presence: DatabasePresence;
  beforeEach(() => {
    answers = [];
    lines = [];
    presence = new DatabasePresence(() => (answers.shift() ?? (() => Promise.resolve()))(), {
      onLost: (trouble) => lines.push(trouble),
      onBack: () => lines.push('back'),
    });
  });
  afterEach(() => presence.close());

  const untilBack = async () => {
    while (!lines.includes('back')) await turn();
  };

  it('is said once, and once that it is back, however many failures there are', async () => {
    answers = [refused, refused, refused];
    for (let failure = 0; failure < 100; failure += 1) presence.suspect('unreachable');
    await untilBack();
    expect(lines).toEqual(['unreachable', 'back']);
  });

  it('is said again when it is lost again', async () => {
    answers = [refused, refused];
    presence.suspect('starting');
    await untilBack();
    await turn();
    lines = [];
    answers = [refused, refused];
    presence.suspect(null);
    await untilBack();
    expect(lines).toEqual(['unreachable', 'back']);
  });

  it('is not said of a single broken connection, nor of a full disk', async () => {
    answers = [refused];
    presence.suspect('unreachable');
    presence.suspect('disk-full');
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(lines).toEqual([]);
  });

  it('is not said of a database that is closed', async () => {
    await presence.close();
    answers = [refused, refused];
    presence.suspect('unreachable');
    await turn();
    expect(lines).toEqual([]);
  });
});
