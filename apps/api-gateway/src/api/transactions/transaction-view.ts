import { Redaction } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { Side } from './transaction-fields';

/** Flags of a request that decide how transactions are shown. */
interface ViewFlags {
  has(flag: 'disable_rules' | 'omit_sensitive_identifiers'): boolean;
}

/** Whether the caller may see raw values: the owner's own programs may; an app that acts for a user always gets shaped ones. */
export function seesRaw({ kind }: Access): boolean {
  switch (kind) {
    case 'OAUTH':
    case 'MANAGED':
      return false;
    case 'PERSONAL':
    case 'LEGACY':
    case 'SESSION':
      return true;
  }
}

/** Whether rules have shaped the values that this caller gets. */
export function sideFor(access: Access, flags: ViewFlags): Side {
  return seesRaw(access) && flags.has('disable_rules') ? 'raw' : 'shaped';
}

/** Fields that are left out for this caller, and at its request. */
export function redactionFor(access: Access, flags: ViewFlags): Redaction {
  if (!access.seesIdentifiers) return 'sensitive';
  return flags.has('omit_sensitive_identifiers') ? 'identifiers' : 'none';
}
