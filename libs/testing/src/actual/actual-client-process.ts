import type * as Actual from '@actual-app/api';

/**
 * A message to Actual's client, which runs in a separate process of the tests; the names are those of the client's
 * functions.
 */
interface Asked {
  readonly kind: 'api' | 'library' | 'query';
  readonly name: string;
  readonly args: readonly unknown[];
}

type Doing = (...args: readonly unknown[]) => unknown;

let library: Awaited<ReturnType<typeof Actual.init>> | null = null;

async function perform({ kind, name, args }: Asked): Promise<unknown> {
  const api = await import('@actual-app/api');
  switch (kind) {
    case 'api': {
      const gives = await (api as unknown as Record<string, Doing>)[name]?.(...args);
      if (name !== 'init') return gives;
      library = gives as typeof library;
      return null;
    }
    case 'library':
      return (library?.send as Doing | undefined)?.(name, ...args);
    case 'query': {
      const [filter, columns] = args as [never, string[]];
      const query = api.q(name).filter(filter).select(columns).withDead().options({ splits: 'none' });
      return ((await api.aqlQuery(query)) as { data: unknown }).data;
    }
  }
}

process.on('message', (asked: Asked) => {
  perform(asked).then(
    (gives) => process.send?.({ gives: gives ?? null }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
