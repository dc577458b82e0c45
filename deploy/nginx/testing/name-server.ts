import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { atEnd } from '@marquee/testing/cleanup';
import { decode, encode } from 'dns-packet';

export type NameServer = {
  port: number;
  /** The addresses by name, which tests may change; other names do not exist. */
  addresses: Map<string, string>;
  /** Whether all of these names were queried and answered. */
  hasAnswered(names: readonly string[]): boolean;
};

/** A DNS server, as Docker and clusters have one. */
export async function nameServer(addresses: Record<string, string>): Promise<NameServer> {
  const known = new Map(Object.entries(addresses));
  const answered = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const answers = questions.flatMap(({ name, type }) => {
      const data = type === 'A' ? known.get(name) : undefined;
      return data ? [{ type: 'A' as const, class: 'IN' as const, name, ttl: 1, data }] : [];
    });
    const isKnown = questions.every(({ name }) => known.has(name));
    // The last four bits of the flags are the response code: 3 for a name that does not exist.
    const answer = encode({ id, type: 'response', flags: isKnown ? 0 : 3, questions, answers });
    socket.send(answer, from.port, from.address, () => {
      for (const { name } of questions) answered.add(name);
    });
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return {
    port: socket.address().port,
    addresses: known,
    hasAnswered: (names) => names.every((name) => answered.has(name)),
  };
}
