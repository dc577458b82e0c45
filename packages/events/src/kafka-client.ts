import net from 'node:net';
import tls from 'node:tls';
import type { Logger } from '@marquee/runtime/log';
import { type ISocketFactory, Kafka, type KafkaConfig, logLevel, type RetryOptions } from 'kafkajs';
import { repairKafkajs } from './kafka-repairs.ts';

export type KafkaConnection = {
  /** `host:port` of some brokers; the others are learnt from them. */
  brokers: string[];
  /** What this process is called in the broker's logs and quotas. */
  clientId: string;
  ssl?: KafkaConfig['ssl'];
  sasl?: KafkaConfig['sasl'];
  /** Makes the connections, where a plain one (or TLS, by `ssl`) will not do. */
  socketFactory?: ISocketFactory;
  log: Logger;
};

/** One client with its own connections, so that it can be done away with whatever it is waiting for. */
export type KafkaClient = {
  kafka: Kafka;
  /** Cuts its connections: what waits for an answer fails at once, and what follows makes new ones. */
  cut(): void;
  /** Cuts its connections; what it still waits for fails at once, and it opens no others. */
  destroy(): void;
};

export type ClientTimes = { requestTimeoutMs: number; retry: RetryOptions };

const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 30_000;

/** Opens a client. `onCut` is called when a connection ends that was not asked to. */
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
    // What a change of state means is said by the bus, once; the library's own steps are for whoever debugs it.
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
