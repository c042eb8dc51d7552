/** Class-transformer's metadata of decorators; it ships no types for this path. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
