/** A key that an administrator enters for a provider; it is read like the setting with the same meaning. */
export interface ProviderKeyDefinition {
  readonly name: string;
  /** The name of the key on the provider's own site. */
  readonly label: string;
  readonly setting: string;
  readonly isSecret: boolean;
  /** Whether the key has several lines. */
  readonly isLong?: boolean;
  readonly isOptional?: boolean;
}

/** The keys of a provider, and the country whose institutions are listed to check them (null: all). */
export interface ProviderKeySet {
  readonly keys: readonly ProviderKeyDefinition[];
  readonly checkedIn: string | null;
}
