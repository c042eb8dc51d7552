import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * The holder of a token: its owner (LEGACY: in the old format), an app that a user authorized, an app for a managed
 * user.
 */
export type TokenKind = 'PERSONAL' | 'LEGACY' | 'OAUTH' | 'MANAGED';

/** An access token; its text is shown once and never stored. */
@Entity('tokens')
export class Token {
  @PrimaryGeneratedColumn({ type: 'int8' })
  id!: number;

  @Column({ name: 'user_id', type: 'int8' })
  userId!: number;

  @Column('text')
  kind!: TokenKind;

  @Column('text')
  name!: string;

  /** SHA-256 of the text. */
  @Column({ name: 'token_hash', type: 'bytea', select: false })
  tokenHash!: Buffer;

  /** Null: all. */
  @Column({ type: 'text', array: true, nullable: true })
  scopes!: string[] | null;

  /** Null: all. The driver reads the members as text. */
  @Column({ name: 'account_ids', type: 'int8', array: true, nullable: true })
  accountIds!: (number | string)[] | null;

  /** Rises with every change. */
  @Column({ type: 'int8', default: 1 })
  version!: number;

  /** The token's id in the legacy format `{id}|{secret}`. */
  @Column({ name: 'legacy_id', type: 'int8', nullable: true })
  legacyId!: number | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
