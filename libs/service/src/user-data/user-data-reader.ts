import { CommandResult, ReadDataInIngestionSync, ServiceName } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ExportFormat, UserData, UserTable } from './user-data';

/** A piece of a user's data, as lines of JSON. */
export type UserDataPiece = CommandResult<typeof ReadDataInIngestionSync>;
export type UserDataPlace = NonNullable<UserDataPiece['next']>;

/** Maximum of a piece, far below the bus's limit, even if each character takes four bytes. */
const CHARACTERS_MAX = 128 * 1024;
const ROWS_AT_ONCE_MAX = 100;
/** Number of rows in the first read, while their length is unknown. */
const FIRST_ROWS = 10;

const BEGINNING: UserDataPlace = { kind: 0, after: null, characters: 0 };

interface Row {
  readonly key: string;
  readonly text: string;
}

interface Rows {
  readonly rows: readonly Row[];
  /** Whether no rows follow these. */
  readonly isEnd: boolean;
}

/**
 * Reads a user's data in a service, piece by piece. No state is stored between two pieces, so each may be requested
 * again. At most one piece and one row are read at a time, however long rows are.
 */
export class UserDataReader {
  private readonly tables: readonly (UserTable & { readonly exportAs: ExportFormat })[];

  constructor(
    private readonly service: ServiceName,
    data: UserData,
  ) {
    this.tables = data.tables.flatMap(({ exportAs, ...table }) => (exportAs ? [{ ...table, exportAs }] : []));
  }

  async read(
    database: Pick<Queryable, 'query'>,
    userId: number,
    from: UserDataPlace | null,
  ): Promise<UserDataPiece> {
    let place = from ?? BEGINNING;
    let text = '';
    let whole = 0;
    while (place.kind < this.tables.length) {
      const { rows, isEnd } = await this.rowsAfter(database, userId, place, rowsThatFit(text.length, whole));
      for (const { key, text: row } of rows) {
        const line = row.slice(place.characters);
        const room = CHARACTERS_MAX - text.length;
        if (line.length > room && text !== '') return { text, next: place };
        if (line.length > room) {
          const cut = cutBefore(line, room);
          return { text: line.slice(0, cut), next: { ...place, characters: place.characters + cut } };
        }
        text += line;
        whole += 1;
        place = { kind: place.kind, after: key, characters: 0 };
      }
      if (isEnd) place = { ...BEGINNING, kind: place.kind + 1 };
    }
    return { text, next: null };
  }

  private async rowsAfter(
    database: Pick<Queryable, 'query'>,
    userId: number,
    place: UserDataPlace,
    atOnce: number,
  ): Promise<Rows> {
    const table = this.tables[place.kind];
    if (!table) return { rows: [], isEnd: true };
    const { kind, sortKeySql = 't.id', compositeSortKeySql, omittedColumns = [] } = table.exportAs;
    const [sql, type] =
      compositeSortKeySql === undefined ? [sortKeySql, 'bigint'] : [compositeSortKeySql, 'jsonb'];
    const limit = place.characters > 0 ? 1 : atOnce;
    const found = await database.query<{ key: string; data: string; found: number }>(
      // Selects rows before any is converted to text, and stops when a piece is full.
      `with chosen as (
         select t.* from ${table.table} t
          where (${table.rowsOfUserSql}) and ($3::text is null or ${sql} > $3::text::${type})
          order by ${sql} limit $4),
       texts as (select ${sql} as place, (to_jsonb(t) - $2::text[])::text as data from chosen t),
       measured as (
         select place, data, count(*) over () as found,
                sum(length(data)) over (order by place rows unbounded preceding) - length(data) as before
           from texts)
       select place::text as key, data, found::int as found
         from measured where before < ${CHARACTERS_MAX} order by place`,
      [userId, omittedColumns, place.after, limit],
    );
    const head = `{"service":${JSON.stringify(this.service)},"kind":${JSON.stringify(kind)},"data":`;
    return {
      rows: found.map((row) => ({ key: row.key, text: `${head}${row.data}}\n` })),
      isEnd: found.length === (found[0]?.found ?? 0) && found.length < limit,
    };
  }
}

/** Estimated number of rows that fit, by the average length of the rows in the piece. */
function rowsThatFit(characters: number, rows: number): number {
  if (rows === 0) return FIRST_ROWS;
  const room = Math.ceil(((CHARACTERS_MAX - characters) * rows) / characters);
  return Math.min(Math.max(room, 1), ROWS_AT_ONCE_MAX);
}

/** Cuts a text, but not between the two halves of a character. */
function cutBefore(text: string, length: number): number {
  const code = text.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : length;
}
