/** Sends a request to the sandbox's control server. @throws Error if the server refuses it */
export async function callControl<T = void>(
  { controlUrl }: { readonly controlUrl: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
