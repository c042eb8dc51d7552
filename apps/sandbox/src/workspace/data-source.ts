import { randomUUID } from 'node:crypto';
import { validationError } from './problem';
import { PROPERTY_TYPES, richText, type Property, type PropertyType, type PropertyValue } from './properties';

export interface Page {
  readonly id: string;
  readonly dataSourceId: string;
  readonly createdTime: string;
  readonly lastEditedTime: string;
  readonly createdBy: string;
  readonly lastEditedBy: string;
  readonly inTrash: boolean;
  /** Values by the property's id. */
  readonly values: Readonly<Record<string, PropertyValue>>;
}

/** A table: its properties and its pages. Every one has a title property. */
export class DataSource {
  readonly pages = new Map<string, Page>();
  inTrash = false;

  constructor(
    readonly id: string,
    readonly databaseId: string,
    public title: string,
    public properties: readonly Property[],
    public shared: boolean,
  ) {}

  property(nameOrId: string): Property | undefined {
    return this.properties.find(({ name, id }) => name === nameOrId || id === nameOrId);
  }

  /** The properties as `{name: {type: {}}}`, `{id: {name}}` or `{name: null}` change them. @throws Problem */
  changedProperties(change: Readonly<Record<string, unknown>>): Property[] {
    let properties = [...this.properties];
    for (const [key, wanted] of Object.entries(change)) {
      const known = this.property(key);
      if (wanted === null) {
        if (known?.type === 'title') throw validationError('Cannot delete the title property.');
        properties = properties.filter((property) => property !== known);
      } else if (known) {
        const renamed = { ...known, ...newName(wanted), ...newType(wanted) };
        properties = properties.map((property) => (property === known ? renamed : property));
      } else {
        properties.push(newProperty(randomUUID().slice(0, 8), key, wanted));
      }
    }
    return properties;
  }

  resource(): object {
    return {
      object: 'data_source',
      id: this.id,
      title: richText(this.title),
      description: [],
      parent: { type: 'database_id', database_id: this.databaseId },
      in_trash: this.inTrash,
      is_inline: false,
      properties: Object.fromEntries(
        this.properties.map((property) => [property.name, propertyResource(property)]),
      ),
      url: `https://www.notion.so/${this.databaseId.replaceAll('-', '')}`,
      public_url: null,
    };
  }
}

export function newProperty(id: string, name: string, wanted: unknown): Property {
  const { type } = newType(wanted);
  if (!type)
    throw validationError(`body failed validation: body.properties.${name} has no type that is known here.`);
  if (type === 'title') throw validationError('Cannot create a second title property.');
  return { id, name, type };
}

function propertyResource({ id, name, type }: Property): object {
  return { id, name, type, description: null, [type]: type === 'number' ? { format: 'number' } : {} };
}

function newName(wanted: unknown): { name?: string } {
  const { name } = (wanted ?? {}) as { name?: unknown };
  return typeof name === 'string' ? { name } : {};
}

function newType(wanted: unknown): { type?: PropertyType } {
  const type = PROPERTY_TYPES.find(
    (known) => typeof wanted === 'object' && wanted !== null && known in wanted,
  );
  return type ? { type } : {};
}
