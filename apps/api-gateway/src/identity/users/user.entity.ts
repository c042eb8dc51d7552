import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { Plan } from '../permissions/plans';
import type { Role } from '../permissions/roles';

/** A person with an account here; the gateway owns users. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn({ type: 'int8' })
  id!: number;

  /** Unique, in lower case; null for a user whom an app manages. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  @Column({ type: 'text', default: 'USER' })
  role!: Role;

  /** Null: this user cannot sign in. */
  @Column({ name: 'password_hash', type: 'text', nullable: true, select: false })
  passwordHash!: string | null;

  /** Time since which the user is disabled: sign-in, tokens, apps and feeds stop. */
  @Column({ name: 'disabled_at', type: 'timestamptz', nullable: true })
  disabledAt!: Date | null;

  /** Time since which the address is confirmed. */
  @Column({ name: 'email_confirmed_at', type: 'timestamptz', nullable: true })
  emailConfirmedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
