import { SHARE_SEED, shareOf } from '@tributary/testing';
import { changePage, CheckoutCopy } from './testing/page-copy';

jest.setTimeout(600_000);

const DOCUMENTS = 'npm run docs';
const TYPES = 'npm run typecheck';

/** A link is made, read, changed and refused over REST, with the setting that the page adds. */
const LINK_WITH_NICKNAME = `
import { eventually } from '@tributary/testing';
import { RuledSystem } from './ruled-system';

it('a link has the nickname that its user gave it, over REST and on the bus', async () => {
  const system = await RuledSystem.start();
  try {
    await system.account(17);
    const id = await system.link(17);
    const rename = (nickname: unknown) => system.rest('PUT', '/transfer-links/' + id, { nickname });
    const shown = async () =>
      ((await system.rest('GET', '/transfer-links/' + id)).body as { data: { nickname: unknown } }).data.nickname;
    await eventually(async () => expect(await shown()).toBeNull(), { timeoutMs: 60_000 });
    expect((await rename('Groceries')).status).toBe(200);
    expect(await shown()).toBe('Groceries');
    expect((await system.rest('POST', '/transfer-links/' + id + '/pause')).status).toBe(200);
    expect(await shown()).toBe('Groceries');
    expect(await rename('')).toMatchObject({ status: 422, body: { errors: { nickname: ['The nickname must not be empty.'] } } });
    expect((await rename('x'.repeat(41))).status).toBe(422);
  } finally {
    await system.stop();
  }
}, 120_000);
`;

/** The pages about what people change first; `promises` are suites of the copy alone, by file. */
const PAGES: readonly { readonly page: string; readonly promises?: Readonly<Record<string, string>> }[] = [
  { page: 'adding-a-filter.md' },
  { page: 'adding-a-transaction-member.md' },
  { page: 'adding-a-webhook-type.md' },
  { page: 'adding-a-rule-action.md' },
  { page: 'adding-a-file-format.md' },
  {
    page: 'adding-a-setting.md',
    promises: { 'apps/all-in-one/test/nickname.int.test.ts': LINK_WITH_NICKNAME },
  },
];

/** In a copy, which each page leaves as it was. Each takes a minute or more. */
describe(`a page about a first change (SHARE_SEED=${SHARE_SEED})`, () => {
  let copy: CheckoutCopy;
  beforeAll(() => {
    copy = new CheckoutCopy();
  });
  afterAll(() => copy.remove());

  describe.each(shareOf(PAGES, 2))('$page', ({ page, promises = {} }) => {
    const { edits, demands, written } = changePage(page);
    const files = [...new Set(edits.map(({ file }) => file))];
    const originals = new Map<string, string | null>();
    const made = written.replace('Written: ', '').split(', ');

    beforeAll(() => {
      for (const file of [...files, ...made]) originals.set(file, copy.read(file));
      for (const edit of edits) copy.apply(edit);
    });
    afterAll(() => {
      for (const [file, text] of originals) copy.write(file, text);
    });

    it('lists the files that it changes, and says which documents follow', () => {
      expect(copy.run(DOCUMENTS).output.trim()).toBe(written);
      expect(demands.map(({ file }) => file)).toEqual(files);
    });

    it('suffices for each command that it names', () => {
      for (const command of new Set([TYPES, ...demands.flatMap((one) => one.command ?? [])])) {
        expect({ command, ...copy.run(command) }).toMatchObject({ command, succeeded: true });
      }
    });

    for (const [file, text] of Object.entries(promises)) {
      it(`keeps the promise of ${file}`, () => {
        copy.write(file, text);
        const { succeeded, output } = copy.run(`npm test -- ${file}`);
        copy.write(file, null);
        expect({ succeeded, output: succeeded ? '' : output }).toEqual({ succeeded: true, output: '' });
      });
    }

    it.each(demands.filter(({ command }) => command !== null))('needs $file', (demand) => {
      if (demand.command === null) return;
      const followed = copy.read(demand.file);
      copy.write(demand.file, originals.get(demand.file) ?? null);
      const { succeeded, output } = copy.run(demand.command);
      copy.write(demand.file, followed);
      expect(succeeded).toBe(false);
      expect(output).toContain(demand.says);
    });
  });
});
