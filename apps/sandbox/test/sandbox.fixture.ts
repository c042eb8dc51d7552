import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { startSandbox, type Sandbox } from '../src/sandbox';
import type { SandboxOptions } from '../src/sandbox-options';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

const REDIRECT = 'https://client.example/callback';

/** One started sandbox and the calls that tests make to it. */
export class SandboxFixture {
  private access = '';

  private constructor(readonly sandbox: Sandbox) {}

  static async start(options: SandboxOptions = {}): Promise<SandboxFixture> {
    const fixture = new SandboxFixture(await startSandbox(options));
    await fixture.signIn();
    return fixture;
  }

  /** For tests that share a sandbox: its banks, brokers and their providers are as at the start. */
  async reset(): Promise<void> {
    await this.control('POST', '/reset');
    await this.signIn();
  }

  provider(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(method, `${this.sandbox.providerAUrl}${path}`, body, `Bearer ${this.access}`);
  }

  budgeta(method: string, path: string, body?: unknown): Promise<Answer> {
    const { token } = this.sandbox.credentials.budgeta;
    return call(method, `${this.sandbox.budgetaUrl}${path}`, body, `Bearer ${token}`);
  }

  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(method, `${this.sandbox.controlUrl}${path}`, body);
  }

  /** Agreement, requisition, consent; gives the linked accounts. */
  async link(institutionId: string, agreement: Json = { max_historical_days: 730 }): Promise<string[]> {
    const agreed = await this.provider('POST', '/agreements/enduser/', {
      institution_id: institutionId,
      ...agreement,
    });
    const requisition = await this.provider('POST', '/requisitions/', {
      redirect: REDIRECT,
      institution_id: institutionId,
      agreement: agreed.body['id'],
    });
    await fetch(String(requisition.body['link']), { redirect: 'manual' });
    const linked = await this.provider('GET', `/requisitions/${String(requisition.body['id'])}/`);
    return linked.body['accounts'] as string[];
  }

  /** Posts a signed delivery to a hook, over TLS, trusting the sandbox's authority only. */
  async deliver(name: string, secret: string, id: string, payload: Json, ca?: string) {
    const text = JSON.stringify(payload);
    const at = new Date();
    const dispatcher = new Agent({ connect: { ca: ca ?? this.sandbox.caCertificate } });
    try {
      const answer = await request(`${this.sandbox.receiverUrl}/hooks/${name}`, {
        method: 'POST',
        dispatcher,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(id, at, text),
        },
        body: text,
      });
      await answer.body.dump();
      return { status: answer.statusCode, headers: answer.headers };
    } finally {
      await dispatcher.close();
    }
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  private async signIn(): Promise<void> {
    const { secretId, secretKey } = this.sandbox.credentials.providerA;
    const tokens = await call('POST', `${this.sandbox.providerAUrl}/token/new/`, {
      secret_id: secretId,
      secret_key: secretKey,
    });
    this.access = String(tokens.body['access']);
  }
}

/** One JSON request. A body that is no JSON comes back as `{text}`. */
export async function call(
  method: string,
  url: string,
  body?: unknown,
  authorization?: string,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
}

/** A folder of its own for one test, gone afterwards. */
export async function withDataDir(use: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  try {
    await use(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function parsed(text: string): Json {
  try {
    return text === '' ? {} : (JSON.parse(text) as Json);
  } catch {
    return { text };
  }
}
