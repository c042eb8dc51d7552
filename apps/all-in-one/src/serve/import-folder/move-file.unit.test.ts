import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OpenFolder, inFolder } from './open-folder';
import { moveFile } from './move-file';

let root: string;
let elsewhere: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tributary-moved-'));
  elsewhere = mkdtempSync(path.join(tmpdir(), 'tributary-elsewhere-'));
  for (const name of ['17', '17/failed']) mkdirSync(path.join(root, name));
  writeFileSync(path.join(root, '17/a.ofx'), 'mine');
});
afterEach(() => [root, elsewhere].forEach((one) => rmSync(one, { recursive: true, force: true })));

const at = (name: string) => path.join(root, name);
const text = (name: string) => readFileSync(at(name), 'utf8');

/** Moves 17/a.ofx to 17/failed; `meanwhile` runs after the directories are opened and the name is reserved. */
const move = (meanwhile: () => void = () => undefined) =>
  inFolder(root, ['17'], async (from) => {
    const to = await from.below('failed');
    const isExpected = (stats: { isFile(): boolean; readonly size: number }) =>
      stats.isFile() && stats.size === 4;
    try {
      return await moveFile({ name: 'a.ofx', from, to, isExpected, announce: async () => meanwhile() });
    } finally {
      await to.close();
    }
  });

it('a file is moved beside files and links that have its name, and changes none', async () => {
  writeFileSync(at('17/failed/a.ofx'), 'older');
  symlinkSync(path.join(elsewhere, 'secrets.json'), at('17/failed/a-2.ofx'));
  expect(await move()).toBe('a-3.ofx');
  expect([text('17/failed/a-3.ofx'), text('17/failed/a.ofx')]).toEqual(['mine', 'older']);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readdirSync(at('17'))).toEqual(['failed']);
});

it('a folder that is a link is refused, saying what to do, and nothing is made where it leads', async () => {
  rmSync(at('17/failed'), { recursive: true });
  symlinkSync(elsewhere, at('17/failed'));
  await expect(move()).rejects.toThrow('failed is a link or a file. Replace it by a folder.');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(text('17/a.ofx')).toBe('mine');
});

// Only Linux accesses a directory by its handle: see OpenFolder.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('folders that links replace while the file is moved lead nowhere else', async () => {
  await move(() => {
    renameSync(at('17/failed'), at('moved'));
    symlinkSync(elsewhere, at('17/failed'));
    renameSync(at('17'), at('18'));
    symlinkSync(elsewhere, at('17'));
  });
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(text('moved/a.ofx')).toBe('mine');
});

it('a link that replaces the claimed name is replaced itself, and what it leads to stays', async () => {
  const target = path.join(elsewhere, 'secrets.json');
  writeFileSync(target, 'keys');
  await move(() => {
    rmSync(at('17/failed/a.ofx'));
    symlinkSync(target, at('17/failed/a.ofx'));
  });
  expect(readFileSync(target, 'utf8')).toBe('keys');
  expect(lstatSync(at('17/failed/a.ofx')).isFile()).toBe(true);
});

it.each([
  ['a link', () => symlinkSync(path.join(elsewhere, 'secrets.json'), at('17/a.ofx'))],
  ['another file', () => writeFileSync(at('17/a.ofx'), 'a new one')],
])('%s that replaces the file meanwhile stays where it is', async (_what, replace) => {
  const moved = await move(() => {
    rmSync(at('17/a.ofx'));
    replace();
  });
  expect(moved).toBeNull();
  expect(readdirSync(at('17')).sort()).toEqual(['a.ofx', 'failed']);
  expect(readdirSync(at('17/failed'))).toEqual([]);
});

it('a file that is gone meanwhile leaves nothing behind', async () => {
  await expect(move(() => rmSync(at('17/a.ofx')))).rejects.toThrow('ENOENT');
  expect(readdirSync(at('17/failed'))).toEqual([]);
});

it('the folder that the operator names may be a link itself', async () => {
  const link = path.join(elsewhere, 'files');
  symlinkSync(root, link);
  const folder = await OpenFolder.open(link);
  expect(readdirSync(folder.at())).toEqual(['17']);
  await folder.close();
});
