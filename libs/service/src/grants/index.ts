export { authorNow } from './author-now';
export { loadGrant, saveGrant } from './followed-grants.store';
export * from './followed-grants.migration';
export * from './following-grants';
export * from './grant';
export * from './pausable';
