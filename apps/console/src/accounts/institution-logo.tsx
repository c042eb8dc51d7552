import { Avatar } from '@mantine/core';
import type { Institution } from '@tributary/client';

interface InstitutionLogoProps {
  readonly institution: Pick<Institution, 'name' | 'logo'> | null;
  readonly size?: number;
}

/** The logo of a bank or broker, or its initials. Its name is beside it. */
export function InstitutionLogo({ institution, size = 32 }: InstitutionLogoProps) {
  return (
    <Avatar
      src={institution?.logo ?? null}
      name={institution?.name ?? '?'}
      alt=""
      size={size}
      radius="sm"
      color="river"
      aria-hidden
      imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
    />
  );
}
