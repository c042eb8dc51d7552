import { Pool } from 'pg';
import { CommandLine, idOf, numberUpTo } from '../command-line';
import { requestSecret } from './request-secret';

const DAYS = 7;
const DAYS_MAX = 90;

interface Made {
  readonly invitation: number;
  readonly expires_at: string;
  readonly public_url: string | null;
}

/** The commands for invitations to sign up, for installations without open sign-up. */
export function invitationCommands(line: CommandLine): void {
  const { out, withContext } = line;
  const invitations = line.program.command('invitations').description('links that create one account each');
  creating(line, invitations);
  invitations
    .command('list')
    .description('list valid invitations, and who used one')
    .option('--names', 'with the e-mail addresses that they are for', false)
    .action(({ names: withNames }: { names: boolean }) =>
      withContext(async ({ pool }) => {
        const rows = [
          ...(await readUsedInvitations(pool)),
          ...(await readOpenInvitations(pool, { withNames })),
        ];
        for (const row of rows) out(JSON.stringify(row));
        if (rows.length === 0) out('no invitations');
      }),
    );
  invitations
    .command('withdraw')
    .description('withdraw an invitation')
    .argument('<id>', undefined, idOf)
    .action((id: number) =>
      withContext(async ({ request }) =>
        out(await request({ service: 'api-gateway', kind: 'withdraw-invitation', parameters: { id } })),
      ),
    );
}

function creating({ out, withContext }: CommandLine, invitations: CommandLine['program']): void {
  invitations
    .command('create')
    .description('make a link that creates one account; it is shown once')
    .option('--email <address>', 'only this address can use it')
    .option('--days <days>', 'so long it can be used', numberUpTo(DAYS_MAX), DAYS)
    .action((wanted: { email?: string; days: number }) =>
      withContext(async (context) => {
        const made = await requestSecret<Made, 'text'>(context, {
          kind: 'create-invitation',
          parameters: wanted,
          secret: 'text',
          otherwise: 'make another',
        });
        out(`invitation ${made.invitation}, until ${made.expires_at}`);
        out(`link, shown this once: ${made.public_url ?? ''}/sign-up?invitation=${made.text}`);
        if (made.public_url === null) out('(below the address of the API: PUBLIC_URL is not set)');
      }),
    );
}

interface OpenInvitation {
  readonly id: number;
  /** Whether only one address may use the invitation. */
  readonly for_one_address: boolean;
  /** The address; included only on request. */
  readonly email?: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

interface UsedInvitation {
  readonly id: number;
  readonly user: number;
  readonly used_at: Date;
}

/** Reads the invitations that can still be used; with addresses only if `withNames` is set. */
async function readOpenInvitations(
  pool: Pool,
  { withNames }: { readonly withNames: boolean },
): Promise<OpenInvitation[]> {
  const { rows } = await pool.query<OpenInvitation>(
    `select id::float8 as id, email is not null as for_one_address, ${withNames ? 'email,' : ''} created_at, expires_at
       from api_gateway.invitations where expires_at > now() order by id`,
  );
  return rows;
}

/** Reads the users who signed up with an invitation from the audit trail. */
async function readUsedInvitations(pool: Pool): Promise<UsedInvitation[]> {
  const { rows } = await pool.query<UsedInvitation>(
    `select (details->>'invitation_id')::float8 as id, user_id::float8 as "user", occurred_at as used_at
       from api_gateway.security_events where kind = 'SIGNED_UP' and details ? 'invitation_id' order by id`,
  );
  return rows;
}
