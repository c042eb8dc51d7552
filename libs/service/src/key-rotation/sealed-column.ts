import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';

/** The location of a service's encrypted values. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** A unique column that is a number. */
  readonly key: string;
  /** `jsonb` if the encrypted values are somewhere inside. */
  readonly type: 'text' | 'jsonb';
  /** Columns that form the context. */
  readonly contextColumns: readonly string[];
  /** The context of the row's values; the columns are texts. */
  readonly contextOf: (columns: Readonly<Record<string, string>>) => string;
}

/** The location of encrypted values that expire by themselves: they are not encrypted again. */
export interface PassingColumn {
  readonly table: string;
  readonly column: string;
  /** SQL: when the row's value expires. */
  readonly endsAt: string;
}

/** All encrypted values of a service. */
export interface SealedValues {
  readonly lasting: readonly SealedColumn[];
  readonly passing: readonly PassingColumn[];
}

interface SealedRow {
  readonly key: string;
  readonly sealed: string;
  readonly context: Readonly<Record<string, string>>;
}

const SEALED = /v1\.[\w-]{8}\.[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * Encrypts a number of rows again that were encrypted with another key. Locked rows are skipped. @returns how many
 * @throws SealBrokenError if no key decrypts a value
 */
export async function resealRows(
  tx: Tx,
  box: SecretBox,
  column: SealedColumn,
  limit: number,
): Promise<number> {
  const names = column.contextColumns.map((name) => `'${name}', ${name}::text`).join(', ');
  const rows = await tx.query<SealedRow>(
    `select ${column.key}::text as key, ${column.column}::text as sealed, jsonb_build_object(${names}) as context
       from ${column.table} where ${sealedWithAnother(column)}
      order by ${column.key} limit $2 for update skip locked`,
    [patternOfOthers([box.keyId]), limit],
  );
  if (rows.length === 0) return 0;
  const resealed = rows.map(({ key, sealed, context }) => ({
    key,
    sealed: reseal(box, sealed, column.contextOf(context)),
  }));
  await tx.execute(
    `update ${column.table} t set ${column.column} = r.sealed::${column.type}
       from jsonb_to_recordset($1::jsonb) as r(key text, sealed text)
      where t.${column.key} = r.key::bigint`,
    [JSON.stringify(resealed)],
  );
  return rows.length;
}

/** Number of rows that were encrypted with another key. */
export async function countSealedWithOthers(
  tx: Pick<Tx, 'query'>,
  box: SecretBox,
  column: SealedColumn,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) from ${column.table} where ${sealedWithAnother(column)}`,
    [patternOfOthers([box.keyId])],
  );
  return Number(row?.count ?? 0);
}

/** Number of expiring values that were encrypted with another key, and when the last of them expires. */
export async function passingSealedWithOthers(
  tx: Pick<Tx, 'query'>,
  presentKeys: readonly string[],
  columns: readonly PassingColumn[],
): Promise<{ readonly count: number; readonly until: Date | null }> {
  const selects = columns.map(
    (column) => `select ${column.endsAt} as ends_at from ${column.table} where ${sealedWithAnother(column)}`,
  );
  const [row] = await tx.query<{ count: number; until: Date | null }>(
    `select count(*), max(ends_at) as until from (${selects.join(' union all ')}) passing where ends_at > now()`,
    [patternOfOthers(presentKeys)],
  );
  return { count: Number(row?.count ?? 0), until: row?.until ?? null };
}

function reseal(box: SecretBox, text: string, context: string): string {
  return text.replaceAll(SEALED, (sealed) => box.seal(box.open(sealed, context), context));
}

function sealedWithAnother({ column }: Pick<SealedColumn, 'column'>): string {
  return `${column} is not null and ${column}::text ~ $1`;
}

/** Pattern of values of other keys, by a lookahead, which Postgres supports. */
function patternOfOthers(presentKeys: readonly string[]): string {
  return `v1\\.(?!(?:${presentKeys.join('|')})\\.)[A-Za-z0-9_-]{8}\\.`;
}
