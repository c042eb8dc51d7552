import { Pool } from 'undici';
import type { AttackedUser } from '../attacked-system';
import { inOwnNetwork } from '../networks';
import type { AttackRequest } from './hostile-kind';

const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

/** Sends a request of the user from their own network, and reads the whole response. */
export async function send(
  pool: Pool,
  { method, path, body, form, file, network, authorization }: AttackRequest,
  { id, token }: AttackedUser,
  signal?: AbortSignal,
): Promise<{ readonly status: number; readonly ms: number }> {
  const began = performance.now();
  const { statusCode, body: answer } = await pool.request({
    method,
    path: path.startsWith('http') ? new URL(path).pathname + new URL(path).search : `/api/v1${path}`,
    headers: {
      ...inOwnNetwork(network ?? id),
      ...(authorization === '' ? {} : { authorization: authorization ?? `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...(form === undefined
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded', cookie: form.cookie }),
    },
    body: file
      ? file
      : form
        ? new URLSearchParams(form.values).toString()
        : body === undefined
          ? null
          : JSON.stringify(body),
    signal,
  });
  await answer.dump({ limit: ANSWER_BYTES_MAX });
  return { status: statusCode, ms: performance.now() - began };
}
