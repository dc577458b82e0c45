import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Code, ConnectError } from '@connectrpc/connect';
import { ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { on } from '@marquee/events/consumer';
import { newCall, runInCall } from '@marquee/runtime/context';
import { gracefulServer } from '@marquee/runtime/http/graceful-server';
import { type Base, defineService, type HttpServer } from '@marquee/service/define-service';
import { secret } from '@marquee/service/secret';
import type { Write } from '@marquee/service/use-case';
import { z } from 'zod';

const config = z.object({
  GUESTBOOK_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe('port of the book'),
  GUESTBOOK_KEY: secret().describe('seals the book'),
  GUESTBOOK_PAGES: z.coerce.number().int().min(1).max(500).default(100).describe('how thick it is'),
});
const calls = { identity: ProfileService };
type Guestbook = Base<z.output<typeof config>, typeof calls, never>;

/** A service of a test: a database of its own, a secret, a consumed event, a call to identity, and HTTP. */
export const guestbook = defineService({
  name: 'guestbook',
  summary: 'who has been here',
  entry: new URL('./main.ts', import.meta.url).href,
  migrations: new URL('./migrations', import.meta.url).href,
  config,
  calls,
  resources: (base: Guestbook) => base,
  events: [
    on(ProfileChangedSchema, ({ tx }: Write<Guestbook>, { person }) =>
      tx.query('INSERT INTO guests (person_id) VALUES ($1) ON CONFLICT DO NOTHING', [person?.id]),
    ),
  ],
  http: { port: 'GUESTBOOK_HTTP_PORT', serve: serveBook },
  release: { replicas: 1, autoscaling: { lagMessages: 100 } },
});

async function serveBook({
  db,
  calls: { identity },
  config: { GUESTBOOK_HTTP_PORT: port },
}: Guestbook): Promise<HttpServer> {
  const server = createServer((_request, response) => {
    const answer = async () => {
      const rows = await db.query<{ personId: string }>('SELECT person_id FROM guests ORDER BY person_id');
      // Nobody is signed in: identity says so, if it is there.
      const said = await runInCall(newCall({}), () => identity.getCurrentUser({})).catch(ConnectError.from);
      const identified = said instanceof ConnectError ? Code[said.code] : 'a viewer';
      return JSON.stringify({ guests: rows.map(({ personId }) => personId), identity: identified });
    };
    answer().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const graceful = gracefulServer(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, leave: graceful.leave, close: graceful.close };
}
