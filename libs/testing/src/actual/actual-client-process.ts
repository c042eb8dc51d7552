import type * as Actual from '@actual-app/api';

/**
 * A message to Actual's client, which runs in a separate process of the tests; the names are those of the client's
 * functions.
 */
interface ClientMessage {
  readonly kind: 'api' | 'library' | 'query';
  readonly name: string;
  readonly args: readonly unknown[];
}

type Doing = (...args: readonly unknown[]) => unknown;

let library: Awaited<ReturnType<typeof Actual.init>> | null = null;

async function perform({ kind, name, args }: ClientMessage): Promise<unknown> {
  const api = await import('@actual-app/api');
  switch (kind) {
    case 'api': {
      const result = await (api as unknown as Record<string, Doing>)[name]?.(...args);
      if (name !== 'init') return result;
      library = result as typeof library;
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

process.on('message', (message: ClientMessage) => {
  perform(message).then(
    (result) => process.send?.({ result: result ?? null }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
