import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFiles, isUnchanged, looksOf } from './find-files';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tributary-found-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), 'text');
}

describe('files in the import folder', () => {
  it('are whose folders say, and for which account', async () => {
    ['a.ofx', '17/b.ofx', 'me@example.com/c.ofx', 'me@example.com/17/d.ofx'].forEach(put);
    const found = (await findFiles(root)).map(({ name, email, accountId }) => [name, email, accountId]);
    expect(found.sort()).toEqual([
      ['a.ofx', null, null],
      ['b.ofx', null, '17'],
      ['c.ofx', 'me@example.com', null],
      ['d.ofx', 'me@example.com', '17'],
    ]);
  });

  it('are no links, hidden files, unfinished downloads or files of other folders', async () => {
    [
      '.a.ofx',
      'b.ofx.part',
      'c.crdownload',
      'imported/d.ofx',
      'done/h.ofx',
      'failed/e.ofx',
      'old/f.ofx',
      '17/18/g.ofx',
    ].forEach(put);
    symlinkSync('/etc/hostname', path.join(root, 'link.ofx'));
    symlinkSync(path.join(root, 'old'), path.join(root, '19'));
    expect(await findFiles(root)).toEqual([]);
  });

  it('have stopped growing once they look the same twice', async () => {
    put('a.ofx');
    const first = await findFiles(root);
    appendFileSync(path.join(root, 'a.ofx'), 'more');
    const second = await findFiles(root);
    const third = await findFiles(root);
    const ready = (files: typeof first, before: typeof first) =>
      files.filter((file) => isUnchanged(file, looksOf(before))).length;
    expect([ready(first, []), ready(second, first), ready(third, second)]).toEqual([0, 0, 1]);
  });
});
