import { createHash } from 'node:crypto';

/** The partition that a key belongs to; always the same for the same number of partitions. */
export function partitionOf(key: string, partitions: number): number {
  return createHash('md5').update(key).digest().readUInt32BE(0) % partitions;
}
