import { Redaction } from '@tributary/contracts';
import { Access } from '../identity';
import { Side } from './transaction-fields';

/** The flags that say how transactions are shown. */
interface ViewFlags {
  has(flag: 'disable_rules' | 'omit_sensitive_identifiers'): boolean;
}

/** Raw values are for the owner's own programs; an app that acts for a user always gets shaped ones. */
export function sideFor(access: Access, flags: ViewFlags): Side {
  switch (access.kind) {
    case 'OAUTH':
    case 'MANAGED':
      return 'shaped';
    case 'PERSONAL':
    case 'LEGACY':
    case 'SESSION':
      return flags.has('disable_rules') ? 'raw' : 'shaped';
  }
}

/** What is left out for this caller, and at its request. */
export function redactionFor(access: Access, flags: ViewFlags): Redaction {
  if (!access.seesIdentifiers) return 'sensitive';
  return flags.has('omit_sensitive_identifiers') ? 'identifiers' : 'none';
}
