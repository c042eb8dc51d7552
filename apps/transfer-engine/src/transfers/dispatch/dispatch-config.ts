export const DISPATCH_CONFIG = Symbol('DISPATCH_CONFIG');
