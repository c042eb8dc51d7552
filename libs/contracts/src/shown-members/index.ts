export * from './declared-members';
export * from './shown-members';
