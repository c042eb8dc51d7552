import { Inject, Injectable } from '@nestjs/common';
import { Level, Problem } from '@tributary/contracts';
import { ListDefinition, ListQuery } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { toTransferLink, TransferLinkRow } from '../included/transfer-link.resource';
import { readTransferLinksTo } from '../included/transfer-links.store';
import { DestinationKind } from './destination-kinds';
import {
  DestinationRow,
  parentOf,
  Resource,
  toCategory,
  toConnection,
  toPlace,
} from './destination.resource';
import { categoryList, destinationList, readPlaces, readWithin } from './destinations.store';

type Includes = ReadonlySet<string>;

/** The relations of a response's rows, read for all of them at once. */
interface Surroundings {
  readonly connections: readonly DestinationRow[];
  readonly units: readonly DestinationRow[];
  readonly targets: readonly DestinationRow[];
  /** Null if they were not requested. */
  readonly links: readonly TransferLinkRow[] | null;
}

/** Connections of every kind with their resources, read by at most four statements for a response. */
@Injectable()
export class DestinationsView {
  constructor(@Inject(Database) private readonly database: Database) {}

  async page(
    access: Access,
    kind: DestinationKind,
    level: Level,
    query: ListQuery<ListDefinition>,
  ): Promise<{ data: Resource[]; total: number }> {
    const { rows, total } = await destinationList(kind, level).page(this.database, query, access);
    return { data: await this.show(access, kind, level, rows, query.includes), total };
  }

  /** @throws Problem (not_found) */
  async one(access: Access, kind: DestinationKind, level: Level, id: number, includes: Includes) {
    const rows = await readPlaces(this.database, access, kind, level, [id]);
    const [shown] = await this.show(access, kind, level, rows, includes);
    if (!shown) throw Problem.notFound();
    return shown;
  }

  /** @throws Problem (not_found) for a connection that the user does not have */
  async categories(
    access: Access,
    kind: DestinationKind,
    connectionId: number,
    query: ListQuery<ListDefinition>,
  ): Promise<{ data: Resource[]; total: number }> {
    const [connection] = await readPlaces(this.database, access, kind, 'connection', [connectionId]);
    if (!connection) throw Problem.notFound();
    const { rows, total } = await categoryList(kind).page(this.database, query, access, connectionId);
    return { data: rows.map((row) => toCategory(kind, row)), total };
  }

  private async show(
    access: Access,
    kind: DestinationKind,
    level: Level,
    rows: readonly DestinationRow[],
    includes: Includes,
  ): Promise<Resource[]> {
    const around = await this.around(access, kind, level, rows, includes);
    switch (level) {
      case 'connection':
        return rows.map((row) => withUnits(kind, row, includes, around));
      case 'unit':
        return rows.map((row) => withinConnection(kind, row, includes, around));
      case 'target':
        return rows.map((row) => withinUnit(kind, row, includes, around));
      default: {
        const unknown: never = level;
        return unknown;
      }
    }
  }

  private async around(
    access: Access,
    kind: DestinationKind,
    level: Level,
    rows: readonly DestinationRow[],
    includes: Includes,
  ): Promise<Surroundings> {
    const { unit, target } = kind;
    const connectionIds = rows.map((row) => row.connection_id);
    const asked = (...names: string[]) => names.some((name) => includes.has(name));
    const [connections, units, targets] = await Promise.all([
      level !== 'connection' && asked('connection', `${unit.name}.connection`)
        ? readPlaces(this.database, access, kind, 'connection', connectionIds)
        : [],
      asked(unit.plural, unit.name) ? readWithin(this.database, access, kind, 'unit', connectionIds) : [],
      asked(target.plural, `${unit.plural}.${target.plural}`)
        ? readWithin(this.database, access, kind, 'target', connectionIds)
        : [],
    ]);
    const links = [...includes].some((name) => name.endsWith('transfer_links'))
      ? await this.linksTo(access, kind, level === 'target' ? rows : targets)
      : null;
    return { connections, units, targets, links };
  }

  private linksTo(access: Access, { type }: DestinationKind, targets: readonly DestinationRow[]) {
    const ids = targets.map(({ id }) => id);
    return readTransferLinksTo(this.database, access, type, ids);
  }
}

function withUnits(kind: DestinationKind, row: DestinationRow, includes: Includes, around: Surroundings) {
  const { unit, target } = kind;
  if (!includes.has(unit.plural)) return toConnection(kind, row);
  const own = around.units.filter((one) => one.connection_id === row.id);
  const withTargets = includes.has(`${unit.plural}.${target.plural}`);
  const units = own.map((one) => toPlace(unit, one, withTargets ? targetsOf(kind, one, around) : {}));
  return toConnection(kind, row, { [unit.plural]: units });
}

function withinConnection(
  kind: DestinationKind,
  row: DestinationRow,
  includes: Includes,
  around: Surroundings,
) {
  return toPlace(kind.unit, row, {
    ...(includes.has('connection') ? connectionOf(kind, row, around) : {}),
    ...(includes.has(kind.target.plural) ? targetsOf(kind, row, around) : {}),
  });
}

function withinUnit(kind: DestinationKind, row: DestinationRow, includes: Includes, around: Surroundings) {
  const { unit, target } = kind;
  const parent = around.units.find(({ id }) => id === parentOf(target, row));
  const above = includes.has(`${unit.name}.connection`) ? connectionOf(kind, row, around) : {};
  return toPlace(target, row, {
    ...(parent && includes.has(unit.name) ? { [unit.name]: toPlace(unit, parent, above) } : {}),
    ...linksOf(row, around),
  });
}

function connectionOf(kind: DestinationKind, row: DestinationRow, { connections }: Surroundings): Resource {
  const found = connections.find(({ id }) => id === row.connection_id);
  return found ? { connection: toConnection(kind, found) } : {};
}

function targetsOf(kind: DestinationKind, unit: DestinationRow, around: Surroundings): Resource {
  const own = around.targets.filter((one) => parentOf(kind.target, one) === unit.id);
  return { [kind.target.plural]: own.map((one) => toPlace(kind.target, one, linksOf(one, around))) };
}

function linksOf(target: DestinationRow, { links }: Surroundings): Resource {
  if (links === null) return {};
  const own = links.filter(({ document }) => document.destination_id === target.id);
  return { transfer_links: own.map((link) => toTransferLink(link)) };
}
