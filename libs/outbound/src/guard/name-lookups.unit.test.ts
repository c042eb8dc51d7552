import { LookupAddress, RecordWithTtl } from 'node:dns';
import { Resolve } from './guarded-lookup';
import { NameLookups, NameServers } from './name-lookups';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Name servers that know some names, and how often they were asked. */
function servers(names: Record<string, RecordWithTtl[] | Error>): NameServers & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve4: async (name) => {
      asked.push(name);
      const answer = names[name] ?? failure('ENOTFOUND');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    resolve6: () => Promise.reject(failure('ENODATA')),
  };
}

const noSystem: Resolve = () => {
  throw new Error('the system was asked');
};

const look = (lookups: NameLookups, name: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookups.resolve(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

const PUBLIC = [{ address: '93.184.216.34', ttl: 60 }];
const ADDRESSES = [{ address: '93.184.216.34', family: 4 }];

describe('NameLookups', () => {
  test('looks a name up once for all callers, and caches the answer for a while', async () => {
    const some = servers({ 'client.example': PUBLIC });
    const lookups = new NameLookups(some, noSystem);
    const answers = await Promise.all(Array.from({ length: 16 }, () => look(lookups, 'client.example')));
    expect(answers).toEqual(Array(16).fill(ADDRESSES));
    expect(await look(lookups, 'client.example')).toEqual(ADDRESSES);
    expect(some.asked).toEqual(['client.example']);
  });

  test('returns all addresses of both kinds', async () => {
    const both: NameServers = {
      resolve4: () => Promise.resolve(PUBLIC),
      resolve6: () => Promise.resolve([{ address: '2606:4700:4700::1111', ttl: 5 }]),
    };
    expect(await look(new NameLookups(both, noSystem), 'client.example')).toEqual([
      ...ADDRESSES,
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  test('a failure is not cached', async () => {
    const names: Record<string, RecordWithTtl[] | Error> = { 'client.example': failure('ESERVFAIL') };
    const lookups = new NameLookups(servers(names), noSystem);
    await expect(look(lookups, 'client.example')).rejects.toThrow('ESERVFAIL');
    names['client.example'] = PUBLIC;
    expect(await look(lookups, 'client.example')).toEqual(ADDRESSES);
  });

  test('names that time out at the name servers are not passed on to the few threads of the system', async () => {
    const lookups = new NameLookups(servers({ 'slow.example': failure('ETIMEOUT') }), noSystem);
    await expect(look(lookups, 'slow.example')).rejects.toThrow('ETIMEOUT');
  });

  test.each(['localhost', 'receiver', 'in-the-hosts-file.example'])(
    '%s is resolved by the system',
    async (name) => {
      const here: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
      const lookups = new NameLookups(servers({}), (_name, _options, callback) => callback(null, here));
      expect(await look(lookups, name)).toEqual(here);
    },
  );

  test('two names at a time wait for the system, and the others take turns', async () => {
    const open: (() => void)[] = [];
    const started: string[] = [];
    const lookups = new NameLookups(servers({}), (name, _options, callback) => {
      started.push(name);
      open.push(() => callback(null, [{ address: '10.0.0.1', family: 4 }]));
    });
    const all = ['one', 'two', 'three', 'four'].map((name) => look(lookups, name));
    expect(started).toEqual(['one', 'two']);
    open.shift()?.();
    await all[0];
    await Promise.resolve();
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      open.shift()?.();
    }
    await Promise.all(all);
    expect(started).toEqual(['one', 'two', 'three', 'four']);
  });
});
