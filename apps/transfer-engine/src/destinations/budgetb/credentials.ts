import { ServerAccess } from './budget-process/calls';

/** Serializes the credentials for storage: JSON with the names that users know. */
export function toCredentials({ serverUrl, password, encryptionPassword }: ServerAccess): string {
  return JSON.stringify({
    server_url: serverUrl,
    password,
    encryption_password: encryptionPassword,
  });
}

export function fromCredentials(credentials: string): ServerAccess {
  const kept = JSON.parse(credentials) as {
    server_url: string;
    password: string;
    encryption_password: string | null;
  };
  return {
    serverUrl: kept.server_url,
    password: kept.password,
    encryptionPassword: kept.encryption_password,
  };
}
