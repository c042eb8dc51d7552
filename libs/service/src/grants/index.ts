export * from './followed-grants';
export * from './followed-grants.migration';
export * from './following-grants';
export * from './grant';
export * from './pausable';
