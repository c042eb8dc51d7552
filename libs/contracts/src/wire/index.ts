export * from './resources';
export * from './trade.wire';
export * from './wire-resource';
export * from './wire-types';
