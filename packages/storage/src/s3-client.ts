import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { S3Client } from '@aws-sdk/client-s3';

export type S3Connection = {
  bucket: string;
  region: string;
  /** Left out, it is AWS's for the region. */
  endpoint?: string;
  /** Left out, both, they come from where the SDK looks for them (the role of a pod, for one). */
  accessKeyId?: string;
  secretAccessKey?: string;
  /** The bucket in the path, not in the host's name. By default so wherever an endpoint is given. */
  forcePathStyle?: boolean;
  /** Connections at once. */
  socketsMax?: number;
  /** Tries of one request, the first one counted. */
  attemptsMax?: number;
  /** How long making a connection may take. */
  connectTimeoutMs?: number;
  /** How long a connection may stand still within a request. */
  idleTimeoutMs?: number;
};

const SOCKETS_MAX = 128;
const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 2_000;
// Longer than a store takes to say that it is still putting a large file together (MinIO: every 10 s).
const IDLE_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 15_000;

/** A client with bounds on everything that could otherwise wait or grow without end. */
export function openS3(connection: S3Connection): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, socketsMax = SOCKETS_MAX } = connection;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new Error('An S3 access key needs both its id and its secret.');
  }
  const agent = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS, maxSockets: socketsMax };
  const agents = [new Agent(agent), new TlsAgent(agent)] as const;
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: connection.forcePathStyle ?? endpoint !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    maxAttempts: connection.attemptsMax ?? ATTEMPTS_MAX,
    retryMode: 'standard',
    // Stores that only resemble S3 know the checksums that requests need, not all that AWS has added since.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connection.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      socketTimeout: connection.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      httpAgent: agents[0],
      httpsAgent: agents[1],
    },
  });
  forgetSilent(client, agents);
  return client;
}

/** A store that vanished without a word took all of its connections with it: the next try makes one. */
function forgetSilent(client: S3Client, agents: readonly Agent[]): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if ((error as Error).name === 'TimeoutError') {
          for (const { freeSockets } of agents)
            for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
        }
        throw error;
      }
    },
    // Within the tries of one request.
    { step: 'deserialize', name: 'forgetSilent', priority: 'low' },
  );
}
