import { CommandResult, ReadDataInIngestionSync, ServiceName } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { HandedOver, UserData, UserTable } from './user-data';

/** A piece of what is kept of a user, as lines of JSON. */
export type UserDataPiece = CommandResult<typeof ReadDataInIngestionSync>;
export type UserDataPlace = NonNullable<UserDataPiece['next']>;

/** Far below what the bus takes, also where each character takes four bytes. */
const CHARACTERS_MAX = 128 * 1024;
const ROWS_AT_ONCE = 100;

const BEGINNING: UserDataPlace = { kind: 0, after: null, characters: 0 };

interface Row {
  readonly key: string;
  readonly text: string;
}

/** Reads what a service keeps of a user, piece by piece: nothing is held between two pieces, so each may be asked for again. */
export class UserDataReader {
  private readonly tables: readonly (UserTable & { readonly handedOver: HandedOver })[];

  constructor(
    private readonly service: ServiceName,
    data: UserData,
  ) {
    this.tables = data.tables.flatMap(({ handedOver, ...table }) =>
      handedOver ? [{ ...table, handedOver }] : [],
    );
  }

  async read(database: Queryable, userId: number, from: UserDataPlace | null): Promise<UserDataPiece> {
    let place = from ?? BEGINNING;
    let text = '';
    while (place.kind < this.tables.length) {
      const rows = await this.rowsAfter(database, userId, place);
      for (const { key, text: row } of rows) {
        const line = row.slice(place.characters);
        const room = CHARACTERS_MAX - text.length;
        if (line.length > room && text !== '') return { text, next: place };
        if (line.length > room) {
          const cut = cutBefore(line, room);
          return { text: line.slice(0, cut), next: { ...place, characters: place.characters + cut } };
        }
        text += line;
        place = { kind: place.kind, after: key, characters: 0 };
      }
      if (rows.length < ROWS_AT_ONCE) place = { ...BEGINNING, kind: place.kind + 1 };
    }
    return { text, next: null };
  }

  private async rowsAfter(database: Queryable, userId: number, place: UserDataPlace): Promise<Row[]> {
    const table = this.tables[place.kind];
    if (!table) return [];
    const { kind, key = 't.id', keys, without = [] } = table.handedOver;
    const [sql, type] = keys === undefined ? [key, 'bigint'] : [keys, 'jsonb'];
    const rows = await database.query<{ key: string; data: string }>(
      `select (${sql})::text as key, (to_jsonb(t) - $2::text[])::text as data
         from ${table.table} t
        where (${table.of}) and ($3::text is null or ${sql} > $3::text::${type})
        order by ${sql} limit ${ROWS_AT_ONCE}`,
      [userId, without, place.after],
    );
    const head = `{"service":${JSON.stringify(this.service)},"kind":${JSON.stringify(kind)},"data":`;
    return rows.map((row) => ({ key: row.key, text: `${head}${row.data}}\n` }));
  }
}

/** Not between the two halves of a character. */
function cutBefore(text: string, length: number): number {
  const code = text.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : length;
}
