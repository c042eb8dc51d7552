export * from './actions';
export * from './fields';
export * from './operators';
