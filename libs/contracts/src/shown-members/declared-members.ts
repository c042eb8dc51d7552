import { TSchema, TypeGuard } from '@sinclair/typebox';
import { COMMANDS, EVENTS } from '../catalogue';

/** A member as contracts declare it; several contracts may have a member of this name. */
export interface DeclaredMember {
  /** The values that it can have, as far as they are listed. */
  readonly words: Set<string>;
  /** JSON types, with the pattern of a text. */
  readonly types: Set<string>;
}

/** Members beside a payload on the bus. */
const ENVELOPE = ['id', 'type', 'version', 'occurredAt', 'payload'];
let members: ReadonlyMap<string, DeclaredMember> | null = null;

/** Every member of every event and command, by its name. */
export function declaredMembers(): ReadonlyMap<string, DeclaredMember> {
  members ??= collect();
  return members;
}

function collect(): ReadonlyMap<string, DeclaredMember> {
  const found = new Map<string, DeclaredMember>();
  for (const name of ENVELOPE) memberOf(found, name);
  for (const { payload } of EVENTS) visit(payload, null, found);
  for (const { payload, result } of COMMANDS)
    for (const schema of [payload, result]) visit(schema, null, found);
  for (const { topic } of EVENTS)
    for (const name of ['type', 'topic']) memberOf(found, name).words.add(topic);
  return found;
}

function memberOf(found: Map<string, DeclaredMember>, name: string): DeclaredMember {
  const known = found.get(name) ?? { words: new Set<string>(), types: new Set<string>() };
  found.set(name, known);
  return known;
}

function visit(schema: TSchema, name: string | null, found: Map<string, DeclaredMember>): void {
  if (TypeGuard.IsUnion(schema)) return schema.anyOf.forEach((one) => visit(one, name, found));
  if (TypeGuard.IsIntersect(schema)) return schema.allOf.forEach((one) => visit(one, name, found));
  if (TypeGuard.IsArray(schema)) return visit(schema.items, name, found);
  if (TypeGuard.IsObject(schema)) {
    for (const [member, below] of Object.entries(schema.properties)) {
      memberOf(found, member);
      visit(below, member, found);
    }
    return;
  }
  if (name === null) return;
  const { words, types } = memberOf(found, name);
  if (TypeGuard.IsLiteral(schema)) words.add(String(schema.const));
  else types.add([schema.type, schema.pattern].filter((part) => part !== undefined).join(' '));
}
