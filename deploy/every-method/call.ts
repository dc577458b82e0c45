import { create, type DescMethod, type DescService, type Message, toJsonString } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { ownerOf } from '@marquee/contracts/services';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import type { Viewer } from '@marquee/runtime/viewer';
import { clientFor, RpcError } from '@marquee/testing/client-for';
import { noteMessages } from './messages.ts';
import { serviceNamed } from './running-services.ts';

/** A request as plain values, by the names of its fields. */
export type Values = Record<string, unknown>;

export type Answer = { code: keyof typeof Code | 'OK'; reason: string; fields: string[]; text: string };

/** Who calls: a viewer in a browser, with the cookies of its challenge and of its accounts. */
export type Calling = { viewer: Viewer; challengeToken?: string; sessionTokens?: string };

export type Answered = { headers: Headers; message: Message };

type Client = Record<string, (request: Message, options: object) => Promise<Message>>;

const clients = new WeakMap<Viewer, Map<string, Client>>();

function clientOf(viewer: Viewer, service: DescService): Client {
  const ofViewer = clients.get(viewer) ?? new Map<string, Client>();
  clients.set(viewer, ofViewer);
  const known = ofViewer.get(service.typeName);
  if (known) return known;
  const clientInfoBytes = encodeClientInfo({ ip: '10.1.2.3', userAgent: 'Mozilla/5.0' });
  const client = clientFor(serviceNamed(ownerOf(service)), service, viewer, { clientInfoBytes }) as unknown as Client;
  ofViewer.set(service.typeName, client);
  return client;
}

/** Calls the method. @throws RpcError */
export async function ask(method: DescMethod, calling: Calling, values: Values): Promise<Answered> {
  const { viewer, challengeToken, sessionTokens } = calling;
  const call = clientOf(viewer, method.parent)[method.localName];
  if (!call) throw new Error(`${method.name} has no client`);
  let headers = new Headers();
  const onHeader = (received: Headers) => {
    headers = received;
  };
  const sent = {
    ...(challengeToken && { 'challenge-token': challengeToken }),
    ...(sessionTokens && { 'session-tokens': sessionTokens }),
  };
  const message = await call(create(method.input, values as never), { headers: sent, onHeader });
  return { headers, message };
}

/** What became of a call. An answer that cannot be written as JSON is one that no browser gets. */
export async function call(method: DescMethod, calling: Calling, values: Values): Promise<Answer> {
  try {
    const { message } = await ask(method, calling, values);
    return { code: 'OK', reason: '', fields: [], text: toJsonString(method.output, message) };
  } catch (error) {
    if (!(error instanceof RpcError)) return { code: 'Internal', reason: '', fields: [], text: String(error) };
    noteMessages(method, error);
    const { code, reason, message, metadata } = error;
    const fields = error.fields.map(({ field }) => field);
    return { code: Code[code] as keyof typeof Code, reason, fields, text: `${message} ${JSON.stringify(metadata)}` };
  }
}

const BROKEN: readonly Answer['code'][] = ['Internal', 'Unknown', 'DataLoss', 'DeadlineExceeded', 'Unavailable'];

export function isBroken({ code }: Answer): boolean {
  return BROKEN.includes(code);
}
