export * from './redact';
export * from './sensitive-fields';
