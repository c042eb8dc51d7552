/** Thrown at the start if another Tributary process already uses the same data directory. */
export class HomeInUse extends Error {
  override readonly name = 'HomeInUse';
}

/** The disk is nearly full. */
export class InsufficientResources extends Error {
  override readonly name = 'InsufficientResources';
}
