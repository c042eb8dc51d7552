/** A value in wire format, with at most one of these members. */
export interface ExtendedValue {
  readonly stringValue?: string;
  readonly numberValue?: number;
  readonly boolValue?: boolean;
  readonly formulaValue?: string;
  readonly errorValue?: { readonly type: string; readonly message: string };
}
