import { eventually } from '@tributary/testing';
import type { AttackedSystem } from '../attacks/attacked-system';
import { Author } from './author';
import { Output, Outputs } from './outputs';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: string; readonly items?: { readonly enum?: readonly string[] } };
}
type Paths = Readonly<
  Record<
    string,
    { readonly get?: { readonly parameters?: readonly Parameter[]; readonly security?: readonly object[] } }
  >
>;

/** Reads everything that the author can access, over REST and otherwise. */
export async function readEverything(
  system: AttackedSystem,
  author: Author,
  outputs: Outputs,
): Promise<void> {
  const { body } = await system.rest('GET', '/openapi.json');
  const ids = new Map<string, string>();
  for (const [path, { get }] of Object.entries(body['paths'] as Paths)) {
    if (!get?.security?.length) continue;
    const asked = pathWith(path, ids);
    const { status, body: answer } = await author.ask(outputOf(path), 'GET', asked);
    if (status >= 300) continue;
    keepIds(path, answer.data, ids);
    for (const query of queriesOf(get.parameters ?? []))
      await author.ask(outputOf(path), 'GET', `${asked}?${query}`);
  }
  await readBeside(system, author, outputs);
  await exportAll(author);
}

function outputOf(path: string): Output {
  if (path.startsWith('/rule-logs')) return 'rule logs';
  if (path.startsWith('/transfer-logs')) return 'transfer logs';
  if (path.startsWith('/webhooks')) return 'webhook lists';
  return path.startsWith('/user/export') ? 'export' : 'REST';
}

/** Returns queries with each include, all of them, each flag, and the largest page. */
function queriesOf(parameters: readonly Parameter[]): string[] {
  return parameters
    .filter((one) => one.in === 'query')
    .flatMap(({ name, schema }) => {
      const encoded = encodeURIComponent(name);
      if (name === 'include') return [`include=${(schema.items?.enum ?? []).join(',')}`];
      if (name === 'page[size]') return [`${encoded}=100`, `${encoded}=100&sort=-id`];
      return schema.type === 'boolean' ? [`${encoded}=true`] : [];
    });
}

/** Returns the path with ids: lists come before their resources in the document, and the newest resource is used. */
function pathWith(path: string, ids: ReadonlyMap<string, string>): string {
  return path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, list: string) => `${list}/${ids.get(list) ?? '1'}`);
}

function keepIds(path: string, data: unknown, ids: Map<string, string>): void {
  const [first] = Array.isArray(data) ? (data as { id?: string }[]) : [];
  const list = path.split('/').at(-1) ?? '';
  if (first?.id !== undefined && !list.includes('{')) ids.set(list, first.id);
}

/** Reads the data that is sent to others in the author's name, from the stored copy and at the receiver. */
async function readBeside(system: AttackedSystem, { made }: Author, outputs: Outputs): Promise<void> {
  const bodies = await system.sql<{ body: string; event_type: string }>(
    `select content as body, event_type
       from webhook_dispatcher.deliveries d join webhook_dispatcher.delivery_contents c on c.id = d.content_id
      where endpoint_id = any($1::bigint[]) and status = 'DELIVERED'`,
    [made.webhookIds],
  );
  for (const { body, event_type: type } of bodies) outputs.note('webhook bodies', type, body);
  if (made.feed) outputs.note('feed', 'GET accounts', await (await made.feed()).text());
  if (made.linkId === null) return;
  const sent = await system.sql<{ key: string }>(
    'select import_id as key from transfer_engine.transfers where link_id = $1',
    [made.linkId],
  );
  const keys = new Set(sent.map(({ key }) => key));
  for (const { transactions } of (await system.control.budgetLedger()).accounts) {
    for (const row of transactions.filter(({ import_id: key }) => keys.has(key ?? ''))) {
      outputs.note('destination', 'row', JSON.stringify(row));
    }
  }
}

async function exportAll(author: Author): Promise<void> {
  if ((await author.ask('export', 'POST', '/user/exports')).status >= 300) return;
  await eventually(async () => expect((await author.ask('export', 'GET', '/user/export')).status).toBe(200));
}
