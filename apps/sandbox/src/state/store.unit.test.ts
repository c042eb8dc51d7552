import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstDayOf, Store, type Table } from './store';

interface User {
  readonly id: string;
  readonly name: string;
}

const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

function openUsers(dataDir: string | undefined): { store: Store; users: Table<User>; seen: string[] } {
  const store = new Store(dataDir, 'company');
  const users = store.table<User>('user', ({ id }) => id);
  const seen: string[] = [];
  const see = store.event<{ name: string }>('seen', ({ name }) => seen.push(name));
  store.replay();
  see({ name: `start ${seen.length + 1}` });
  return { store, users, seen };
}

it('rows and events are there after a restart, in the published form of the file', () => {
  const first = openUsers(folder);
  first.users.save({ id: '1', name: 'Ann' });
  first.users.save({ id: '2', name: 'Bo' });
  first.users.save({ id: '1', name: 'Anna' });
  first.users.delete('2');
  first.store.close();
  const second = openUsers(folder);
  expect(second.users.all()).toEqual([{ id: '1', name: 'Anna' }]);
  expect(second.seen).toEqual(['start 1', 'start 2']);
  second.store.close();
  expect(readFileSync(join(folder, 'company.jsonl'), 'utf8').split('\n').slice(1, 5)).toEqual([
    '{"kind":"user","user":{"id":"1","name":"Ann"}}',
    '{"kind":"user","user":{"id":"2","name":"Bo"}}',
    '{"kind":"user","user":{"id":"1","name":"Anna"}}',
    '{"kind":"user-deleted","id":"2"}',
  ]);
});

it('the first day stays over restarts, unless another one is pinned', () => {
  const dayOf = (today: string, todayIsPinned: boolean): string => {
    const store = new Store(folder, 'days');
    const day = firstDayOf(store, { today, todayIsPinned });
    store.close();
    return day;
  };
  expect(dayOf('2026-11-20', false)).toBe('2026-11-20');
  expect(dayOf('2026-11-21', false)).toBe('2026-11-20');
  expect(dayOf('2026-11-22', true)).toBe('2026-11-22');
  expect(dayOf('2026-11-23', false)).toBe('2026-11-22');
});

it('without a folder nothing is stored', () => {
  const { store, users } = openUsers(undefined);
  users.save({ id: '1', name: 'Ann' });
  store.close();
  expect(openUsers(undefined).users.all()).toEqual([]);
});
