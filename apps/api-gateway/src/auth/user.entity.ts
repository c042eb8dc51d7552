import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { Plan } from './plans';

/** Someone who has an account here; the gateway is the owner of users. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn({ type: 'int8' })
  id!: number;

  /** Unique, in lower case. */
  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
