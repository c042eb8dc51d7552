import type { CodeKind } from '../codes/code-binding';

/** Events that users are notified of by mail. Each kind can be switched off. */
export const NOTICE_KINDS = [
  'CONSENT_ENDS',
  'CONNECTION_FAILS',
  'LINK_FAILS',
  'ENDPOINT_DISABLED',
  'NEW_SIGN_IN',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Mails to the old address when another one is requested, and when it is confirmed. Their links restore the old address. */
export const ADDRESS_UNDO_KINDS = ['ADDRESS_CHANGE_ASKED', 'ADDRESS_CHANGED'] as const;
export type AddressUndoKind = (typeof ADDRESS_UNDO_KINDS)[number];

/** Mails with a link that works once. */
export type LinkKind = Extract<CodeKind, 'CONFIRM_ADDRESS' | 'RESET_PASSWORD' | 'SIGN_UP' | AddressUndoKind>;

/** Content of a notice. Times are ISO texts, since it is stored as JSON. */
export type NoticeContent =
  | {
      readonly kind: 'CONSENT_ENDS';
      readonly connectionId: number;
      readonly name: string;
      readonly endsAt: string;
    }
  | {
      readonly kind: 'CONNECTION_FAILS';
      readonly connectionId: number;
      readonly name: string;
      readonly since: string;
    }
  | { readonly kind: 'LINK_FAILS'; readonly linkId: number; readonly since: string }
  | { readonly kind: 'ENDPOINT_DISABLED'; readonly endpointId: number; readonly host: string }
  | { readonly kind: 'NEW_SIGN_IN'; readonly network: string; readonly at: string };

/** Content of a mail. */
export type MailContent = NoticeContent | { readonly kind: LinkKind; readonly code: string };
