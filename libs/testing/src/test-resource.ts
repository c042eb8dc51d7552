import { get } from 'node:http';

/** A resource that Jest's main process starts on the first request, for all workers together. */
export type TestResource = 'postgres' | 'kafka' | 'budgetb' | 'console';

export const RESOURCES_URL = 'TRIBUTARY_TEST_RESOURCES_URL';
/** The name of the run among all that use the same server; runs with the same name share their templates. */
export const TEST_RUN = 'TRIBUTARY_TEST_RUN';

/** Requests the resource's address from Jest's main process, which replies when the resource is ready. */
export function askForTestResource(resource: TestResource): Promise<string> {
  const desk = process.env[RESOURCES_URL];
  if (!desk)
    throw new Error(`Only a Jest run of this workspace has a ${resource} (its global set-up opens it).`);
  return new Promise((resolve, reject) => {
    const request = get(`${desk}/${resource}`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`The test run could not start ${resource}: ${text}`));
      });
    });
    request.on('error', reject);
  });
}
