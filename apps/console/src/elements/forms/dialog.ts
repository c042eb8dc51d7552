/** A dialog that its screen opens. */
export interface DialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}
