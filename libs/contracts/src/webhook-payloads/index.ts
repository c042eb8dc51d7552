export * from './event-data';
export * from './event-names';
export * from './fields';
export * from './payload-samples';
export * from './payload-view';
export * from './payload.schemas';
export * from './resources';
