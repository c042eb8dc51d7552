export * from './event-types';
export * from './payload-samples';
export * from './payload-view';
export * from './payload.schemas';
