import { SecretBox } from '@tributary/secrets';
import { Client } from 'pg';
import { InstallationSecrets } from '../../apps/all-in-one/src/data-dir';
import { SCHEMAS, serviceEnvironment } from '../../apps/all-in-one/src/services/service-environment';
import { sealSecret, openSecret } from '../../apps/webhook-dispatcher/src/endpoints/signing-secret';
import { openCredentials } from '../../apps/transfer-engine/src/destinations/connections/connections';
import { tokenContext } from '../../apps/transfer-engine/src/destinations/connections/credentials.store';
import { copiedBankId, COPIED_TABLES, CopiedTable } from './copied-tables';

/** Ids of a copy are the original's and so much more for each copy before it. */
export const DISTANCE = 10_000;
/** Copies in one statement. */
const AT_ONCE = 500;

/**
 * Makes further users from the only one of the installation: the rows that the services wrote for that one, with other ids.
 * What is encrypted for a row is encrypted again for its copy.
 */
export class Copies {
  constructor(
    private readonly client: Client,
    private readonly secrets: InstallationSecrets,
  ) {}

  async make(users: number): Promise<void> {
    await this.client.query(MOVED);
    const statements: { schema: string; statement: string }[] = [];
    for (const copied of COPIED_TABLES) {
      const [schema = ''] = copied.table.split('.');
      statements.push({ schema, statement: await this.statementFor(copied) });
    }
    for (let first = 1; first <= users; first += AT_ONCE) {
      const last = Math.min(users, first + AT_ONCE - 1);
      await this.client.query('begin');
      for (const { schema, statement } of statements) {
        await this.client.query(`set local search_path = ${schema}`); // triggers name their tables without it
        await this.client.query(statement, [first, last]);
      }
      await this.client.query('commit');
    }
    await this.moveSequences((users + 1) * DISTANCE);
    await this.encryptAgain(users);
    await this.client.query('vacuum analyze');
  }

  private async statementFor(copied: CopiedTable): Promise<string> {
    const { table, where = 'true' } = copied;
    const { rows } = await this.client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    const columns = rows.map(({ name }) => `"${name}"`).join(', ');
    const values = rows.map(({ name, type }) => valueOf(copied, name, type)).join(', ');
    return `insert into ${table} (${columns}) overriding system value
      select ${values} from ${table} o cross join generate_series($1::bigint, $2) k
       where ${ofOriginal(copied)} and (${where})`;
  }

  private async moveSequences(to: number): Promise<void> {
    await this.client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, greatest($1, last_value))
         from pg_sequences where schemaname = any($2) and sequencename !~ '^(migrations|outbox)'`,
      [to, SCHEMAS],
    );
  }

  private async encryptAgain(users: number): Promise<void> {
    const endpoints = this.boxOf('webhook-dispatcher');
    await this.replace('webhook_dispatcher.webhook_endpoints', 'secret', users, (sealed, from, to) =>
      sealSecret(endpoints, to, openSecret(endpoints, from, sealed)),
    );
    const budgets = this.boxOf('transfer-engine');
    await this.replace('transfer_engine.destination_connections', 'token', users, (sealed, from, to) =>
      budgets.seal(openCredentials(budgets, from, sealed), tokenContext(to)),
    );
  }

  private boxOf(service: 'webhook-dispatcher' | 'transfer-engine'): SecretBox {
    const settings = { databaseUrls: new Map(), secrets: this.secrets, apiPort: 0, kafkaBrokers: null };
    return new SecretBox(serviceEnvironment(service, settings).ENCRYPTION_KEY ?? '');
  }

  private async replace(
    table: string,
    column: string,
    users: number,
    sealedFor: (sealed: string, from: number, to: number) => string,
  ): Promise<void> {
    const { rows } = await this.client.query<{ id: string; sealed: string }>(
      `select id, ${column} as sealed from ${table} where id < ${DISTANCE}`,
    );
    for (const { id, sealed } of rows) {
      const ids = Array.from({ length: users }, (_, index) => Number(id) + (index + 1) * DISTANCE);
      const values = ids.map((to) => sealedFor(sealed, Number(id), to));
      await this.client.query(
        `update ${table} t set ${column} = v.value from unnest($1::bigint[], $2::text[]) v(id, value) where t.id = v.id`,
        [ids, values],
      );
    }
  }
}

/** SQL: the rows that are no copies. */
function ofOriginal({ ids }: CopiedTable): string {
  return `o.${ids[0]} < ${DISTANCE}`;
}

function valueOf(copied: CopiedTable, name: string, type: string): string {
  const { ids, values = {}, idsWithin = {}, bankIdsWithin = {} } = copied;
  const own = values[name];
  if (own !== undefined) return own;
  if (ids.includes(name)) return `o.${name} + k * ${DISTANCE}`;
  let value = `o.${name}`;
  const paths = idsWithin[name];
  if (paths) value = `pg_temp.moved(${value}::jsonb, k * ${DISTANCE}, '${paths.join(' ')}')`;
  const bankId = bankIdsWithin[name];
  if (bankId) {
    const moved = copiedBankId(`(o.${name} ->> '${bankId}')`);
    value = `jsonb_set(${value}::jsonb, '{${bankId}}', to_jsonb(${moved}))`;
  }
  return paths || bankId ? `${value}::${type}` : value;
}

/** Adds to the numbers at the paths, whether they are written as numbers or as texts. */
const MOVED = `
create or replace function pg_temp.moved(document jsonb, distance bigint, paths text) returns jsonb language plpgsql as $$
declare
  named text;
  path text[];
  id text;
begin
  foreach named in array string_to_array(paths, ' ') loop
    path := string_to_array(named, ',');
    id := document #>> path;
    continue when id is null;
    document := jsonb_set(document, path,
      case jsonb_typeof(document #> path)
        when 'string' then to_jsonb((id::bigint + distance)::text) else to_jsonb(id::bigint + distance) end);
  end loop;
  return document;
end $$`;
