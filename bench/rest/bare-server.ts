import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, types } from 'pg';
import { endWithBench } from '../bench-process';

/** A statement with its values; named ones are prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** How the bare server answers one path. */
export type BareRoute =
  /** The very statement of the gateway, its JSON texts passed on. */
  | { readonly kind: 'same'; readonly statement: Statement; readonly envelope: Envelope }
  /** A page of rows and a count, as one writes them without further thought; JSON by `JSON.stringify`. */
  | {
      readonly kind: 'plain';
      readonly page: Statement;
      readonly count: Statement;
      readonly envelope: Envelope;
    };

/** All of the answer but its data: the bare server does not work it out. */
export interface Envelope {
  readonly links: unknown;
  readonly meta: unknown;
}

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: Readonly<Record<string, unknown>>;
}

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  options: '-c search_path=api_gateway',
});
const INT8: number = types.builtins.INT8;
types.setTypeParser(INT8, Number);

let routes: Readonly<Record<string, BareRoute>> = {};

/** The reference for the gateway: `node:http` and a pool, without token and checks, only the queries. */
const server = createServer((request, response) => {
  const route = routes[request.url ?? ''];
  if (!route) return void response.writeHead(404).end();
  bodyOf(route).then(
    (body) => send(response, body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

process.on('message', (given: Readonly<Record<string, BareRoute>>) => {
  routes = given;
  process.send?.({ taken: Object.keys(routes).length });
});
endWithBench();
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

async function bodyOf(route: BareRoute): Promise<string> {
  switch (route.kind) {
    case 'same': {
      const { rows } = await pool.query<{ json: string | null; total: number }>(mutable(route.statement));
      const data = rows.flatMap(({ json }) => json ?? []).join(',');
      const meta = { ...(route.envelope.meta as object), total: rows[0]?.total };
      return `{"data":[${data}],"links":${JSON.stringify(route.envelope.links)},"meta":${JSON.stringify(meta)}}`;
    }
    case 'plain': {
      const [page, count] = await Promise.all([
        pool.query<Row>(mutable(route.page)),
        pool.query<{ count: number }>(mutable(route.count)),
      ]);
      const meta = { ...(route.envelope.meta as object), total: count.rows[0]?.count };
      return JSON.stringify({ data: page.rows.map(resourceOf), links: route.envelope.links, meta });
    }
  }
}

function resourceOf({ id, account_id, created_at, updated_at, document }: Row) {
  const { enriched: _enriched, trade: _trade, ...rest } = document;
  return {
    id: String(id),
    financial_account_id: String(account_id),
    ...rest,
    booked: String(rest.booked),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function mutable({ name, text, values }: Statement): { name?: string; text: string; values: unknown[] } {
  return { name, text, values: [...values] };
}

function send(response: ServerResponse, body: string): void {
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
