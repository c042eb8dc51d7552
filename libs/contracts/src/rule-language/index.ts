export * from './actions';
export * from './fields';
export * from './operators';
export * from './rule-size';
