/** Another Tributary uses the same data. */
export class HomeInUse extends Error {
  override readonly name = 'HomeInUse';
}

/** The disk is nearly full. */
export class InsufficientResources extends Error {
  override readonly name = 'InsufficientResources';
}
