export * from './decimal';
export * from './currency';
export * from './decimal-sum';
export * from './canonical-sql';
export * from './exchange';
export * from './days';
