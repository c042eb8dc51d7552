export * from './credential-fields';
export type { DestinationDescriptor, DestinationLevel } from './descriptor';
export * from './destinations';
