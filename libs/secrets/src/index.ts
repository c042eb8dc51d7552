export * from './derived-key';
export * from './secret-box';
export * from './signing-key';
