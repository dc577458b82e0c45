import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import type { ClientInfo } from '@marquee/runtime/client-info';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { currentCall, newCall, runInCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';

/** Where mails lead to stop further ones. */
export const UNSUBSCRIBE = '/unsubscribe';

const BODY_BYTES_MAX = 1_024;
const ONE_CLICK = /List-Unsubscribe[=\s\S]+One-Click/;

type UnsubscribeOptions = {
  mails: Pick<Client<typeof InvitationMailService>, 'setInvitationMails'>;
  clientOf: (request: IncomingMessage) => Promise<Partial<ClientInfo>>;
  log: Logger;
};

/**
 * A GET of the address in the List-Unsubscribe header of a mail, with the mail's token in its query. It changes nothing,
 * because mail scanners open links: it leads to the page, with the token in the fragment. Without a token it is the page.
 */
export function unsubscribePage(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const token = tokenIn(request);
  const location = `${UNSUBSCRIBE}#token=${encodeURIComponent(token ?? '')}`;
  if (!token) next();
  else response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

/** A POST to it, as RFC 8058 has it: stops further mails, without cookies or a page. */
export function unsubscribe({ mails, clientOf, log }: UnsubscribeOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = tokenIn(request);
    const end = (status: number, text: string, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers })
        .end(text);
    const body = await bodyOf(request);
    if (body === undefined) return end(413, 'This is too long.\n');
    if (!token || !ONE_CLICK.test(body)) return end(400, 'This is no request to unsubscribe.\n');
    const clientInfoBytes = encodeClientInfo(await clientOf(request));
    const call = newCall({ traceparent: currentCall()?.traceparent, clientInfoBytes });
    try {
      await runInCall(call, () => mails.setInvitationMails({ refusalToken: token, refused: true }));
      end(200, 'You get no more of these emails.\n');
    } catch (error) {
      const { code } = ConnectError.from(error);
      if (code === Code.NotFound) return end(404, 'This link is not complete.\n');
      if (code === Code.ResourceExhausted) return end(429, 'Please try again later.\n', { 'retry-after': '60' });
      log.warn({ code: Code[code] }, 'a refusal of mails could not be kept');
      end(503, 'Please try again in a moment.\n', { 'retry-after': '5' });
    }
  };
}

function tokenIn({ url = '' }: IncomingMessage): string | null {
  return new URL(url, 'http://gateway').searchParams.get('token');
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > BODY_BYTES_MAX) return undefined;
  }
  return body;
}
