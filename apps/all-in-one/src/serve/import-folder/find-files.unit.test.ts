import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFiles, isUnchanged, versionsOf } from './find-files';
import { OpenFolder } from './open-folder';

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
    const found = (await findFiles(root)).files.map(({ name, email, accountId }) => [name, email, accountId]);
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
    expect(await findFiles(root)).toEqual({ files: [], unread: [] });
  });

  it('in a folder that cannot be read are said to be there, and others are found', async () => {
    put('17/other.csv');
    put('bank.csv');
    const refused = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    const below = jest.spyOn(OpenFolder.prototype, 'below').mockRejectedValue(refused);
    const { files, unread } = await findFiles(root);
    below.mockRestore();
    expect(files.map(({ name }) => name)).toEqual(['bank.csv']);
    expect(unread).toMatchObject([{ folder: '17', cause: refused }]);
    expect(unread[0]?.message).not.toContain('17');
  });

  it('have stopped growing once they look the same twice', async () => {
    put('a.ofx');
    const { files: first } = await findFiles(root);
    appendFileSync(path.join(root, 'a.ofx'), 'more');
    const { files: second } = await findFiles(root);
    const { files: third } = await findFiles(root);
    const ready = (files: typeof first, before: typeof first) =>
      files.filter((file) => isUnchanged(file, versionsOf(before))).length;
    expect([ready(first, []), ready(second, first), ready(third, second)]).toEqual([0, 0, 1]);
  });
});
