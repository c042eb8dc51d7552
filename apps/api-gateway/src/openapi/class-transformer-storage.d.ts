/** Where class-transformer keeps what its decorators say; it ships no types for this path. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
