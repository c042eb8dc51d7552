import type {
  BudgetaAccount,
  BudgetaConnection,
  DestinationKind,
  Health,
  Pause,
  TransferLink,
} from '@tributary/client';

/** A connection of any kind. */
export interface Connection {
  readonly kind: DestinationKind;
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly health: Health;
  readonly paused: Pause | null;
  readonly lastReadAt: string | null;
  /** How many there are that links can point to. */
  readonly targets: number;
  readonly links: readonly TransferLink[];
}

/** Every kind has the members of BUDGETA’s connections, and calls what is in them by its own names. */
export function fromWire(kind: DestinationKind, wire: object): Connection {
  const shared = wire as BudgetaConnection;
  const targets = within(wire, kind.unit).flatMap((unit) => within(unit, kind.target));
  return {
    kind,
    id: shared.id,
    name: shared.name,
    isEnabled: shared.enabled === 'true',
    health: shared.health,
    paused: shared.paused,
    lastReadAt: shared.last_synced_at,
    targets: targets.length,
    links: targets.flatMap((target) => (target as BudgetaAccount).transfer_links ?? []),
  };
}

function within(wire: object, { plural }: DestinationKind['unit']): readonly object[] {
  const members = wire as Readonly<Record<string, unknown>>;
  const found = members[plural.replaceAll(' ', '_')];
  return Array.isArray(found) ? (found as object[]) : [];
}
