import type { Redis as Client } from 'ioredis';
import type { Logger } from '../log.ts';
import { type Connection, openConnection } from './connection.ts';

export type Redis = {
  /** Sends commands, each with a time limit. While Redis is down they fail at once. */
  commands: Client;
  isUp(): boolean;
  /** Whether Redis answers and accepts writes. */
  isWell(): boolean;
  /** A separate connection for subscriptions, closed with the rest. */
  connect(name: string, onUp: (up: boolean) => void): Connection;
  close(): Promise<void>;
};

/**
 * Connects to Redis at an address like `redis://:password@host:6379/0` (`rediss:` for TLS). Returns at once, whether or
 * not Redis is up: a process starts and serves without it, and keeps reconnecting.
 */
export function openRedis({ url, log }: { url: string; log: Logger }): Redis {
  const connections = [openConnection({ url, name: 'commands', log })];
  const [commands] = connections as [Connection];
  return {
    commands: commands.client,
    isUp: commands.isUp,
    isWell: commands.isWell,
    connect(name, onUp) {
      const made = openConnection({ url, name, log, onUp, listens: true });
      connections.push(made);
      return made;
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}
