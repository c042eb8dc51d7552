import { ColumnShape, ConstraintShape, SchemaShape, TableShape } from './schema-shape';

/**
 * Returns the changes of a schema that could make the previous release's statements fail, because it runs beside the
 * new one during an upgrade. Empty if the change only adds.
 */
export function whatBreaks(before: SchemaShape, after: SchemaShape): string[] {
  return [...before].flatMap(([table, was]) => {
    const is = after.get(table);
    if (!is) return [`${table} is gone`];
    return [...brokenColumns(table, was, is), ...brokenConstraints(table, was, is)];
  });
}

function brokenColumns(table: string, was: TableShape, is: TableShape): string[] {
  const kept = [...was.columns].flatMap(([name, column]) => {
    const now = is.columns.get(name);
    return now ? changes(`${table}.${name}`, column, now) : [`${table}.${name} is gone`];
  });
  const added = [...is.columns].filter(([name]) => !was.columns.has(name));
  return [
    ...kept,
    ...added.flatMap(([name, { notNull, filled, generated }]) =>
      notNull && !filled && !generated ? [`${table}.${name} is new, and inserts must name it`] : [],
    ),
  ];
}

function changes(name: string, was: ColumnShape, is: ColumnShape): string[] {
  return [
    ...(was.type === is.type ? [] : [`${name} is ${is.type} instead of ${was.type}`]),
    ...(!was.notNull && is.notNull ? [`${name} must not be null any more`] : []),
    ...(was.filled && !is.filled && is.notNull ? [`${name} has no default any more`] : []),
    ...(!was.generated && is.generated ? [`${name} cannot be written any more`] : []),
  ];
}

function brokenConstraints(table: string, was: TableShape, is: TableShape): string[] {
  const isNew = (column: string) => !was.columns.has(column);
  const added = [...is.constraints].flatMap(([name, { kind, columns }]) => {
    if (was.constraints.has(name)) return [];
    // In new columns the rows of the previous release have the default, which a check permits, or null, which is never
    // a duplicate.
    const isMet =
      kind === 'check' ? columns.every(isNew) : columns.some((one) => isNew(one) && isEmpty(is, one));
    return isMet ? [] : [`${table} has a new ${kind} on what there was before: ${columns.join(', ')}`];
  });
  const uniques = new Set([...is.constraints.values()].filter(isUnique).map(columnsOf));
  const lost = [...was.constraints.values()].filter((one) => isUnique(one) && !uniques.has(columnsOf(one)));
  return [
    ...added,
    ...lost.map((one) => `${table}: "on conflict (${columnsOf(one)})" finds no unique index`),
  ];
}

/** Returns whether the column is null if an insert does not name it. */
function isEmpty({ columns }: TableShape, name: string): boolean {
  const column = columns.get(name);
  return column !== undefined && !column.notNull && !column.filled;
}

function isUnique({ kind }: ConstraintShape): boolean {
  return kind === 'unique';
}

function columnsOf({ columns }: ConstraintShape): string {
  return columns.join(', ');
}
