import { createHash } from 'node:crypto';

/** A UUID that depends on the name alone, so that ids survive restarts without being stored. */
export function stableUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** 32 hexadecimal digits that depend on the name alone. */
export function stableHash(name: string): string {
  return createHash('md5').update(name).digest('hex');
}

/** A small number that depends on the name alone: picks an entry of a list of invented names. */
export function stableIndex(name: string, length: number): number {
  return createHash('md5').update(name).digest().readUInt32BE(0) % length;
}
