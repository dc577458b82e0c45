import net from 'node:net';
import tls from 'node:tls';
import type { Logger } from '@marquee/runtime/log';
import { type ISocketFactory, Kafka, type KafkaConfig, logLevel, type RetryOptions } from 'kafkajs';
import { repairKafkajs } from './kafka-repairs.ts';

export type KafkaConnection = {
  /** `host:port` of some brokers, from which the others are discovered. */
  brokers: string[];
  /** The name of this process in the broker's logs and quotas. */
  clientId: string;
  ssl?: KafkaConfig['ssl'];
  sasl?: KafkaConfig['sasl'];
  /** Opens connections, instead of plain ones or TLS by `ssl`. */
  socketFactory?: ISocketFactory;
  log: Logger;
};

/** One client with its own connections, so that it can be closed whatever it waits for. */
export type KafkaClient = {
  kafka: Kafka;
  /** Cuts its connections: pending requests fail at once, and later ones reconnect. */
  cut(): void;
  /** Cuts its connections for good; pending requests fail at once. */
  destroy(): void;
};

export type ClientTimes = { requestTimeoutMs: number; retry: RetryOptions };

const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 30_000;

/** Opens a client. `onCut` is called when a connection ends unexpectedly. */
export function openKafkaClient(connection: KafkaConnection, times: ClientTimes, onCut = () => {}): KafkaClient {
  repairKafkajs();
  const { brokers, clientId, ssl, sasl, log, socketFactory = connect } = connection;
  const sockets = new Set<net.Socket>();
  let destroyed = false;
  const kafka = new Kafka({
    brokers,
    clientId,
    ssl,
    sasl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: times.requestTimeoutMs,
    retry: times.retry,
    logLevel: logLevel.INFO,
    // The bus logs changes of state once; the library's own messages are for debugging.
    logCreator:
      () =>
      ({ namespace, log: { message, timestamp: _, logger: __, ...about } }) =>
        log.debug({ kafka: namespace, ...about }, message),
    socketFactory: (options) => {
      const socket = destroyed ? new net.Socket() : socketFactory(options);
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        if (!destroyed) onCut();
      });
      if (destroyed) socket.destroy(new Error('This client was closed.'));
      return socket;
    },
  });
  const end = (why: string) => {
    for (const socket of sockets) socket.destroy(new Error(why));
  };
  return {
    kafka,
    cut: () => end('The broker did not answer in time.'),
    destroy: () => {
      destroyed = true;
      end('This client was closed.');
    },
  };
}

const connect: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const servername = net.isIP(host) ? undefined : host;
  const socket = ssl
    ? tls.connect({ servername, host, port, ...ssl }, onConnect)
    : net.connect({ host, port }, onConnect);
  return socket.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true);
};
