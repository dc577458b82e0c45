import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { S3Client } from '@aws-sdk/client-s3';

export type S3Connection = {
  bucket: string;
  region: string;
  /** AWS's endpoint for the region by default. */
  endpoint?: string;
  /** Without both, the SDK's default credentials are used, such as the role of a pod. */
  accessKeyId?: string;
  secretAccessKey?: string;
  /** The bucket in the path, not in the host's name. By default so wherever an endpoint is given. */
  forcePathStyle?: boolean;
  /** Maximum of parallel connections. */
  socketsMax?: number;
  /** Tries of one request, including the first. */
  attemptsMax?: number;
  /** How long connecting may take. */
  connectTimeoutMs?: number;
  /** How long a request may go without a byte. */
  idleTimeoutMs?: number;
};

const SOCKETS_MAX = 128;
const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 2_000;
// Longer than the interval at which a store reports that it is still assembling a large file (MinIO: 10 s).
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
    // Stores compatible with S3 support required checksums, but not all that AWS added later.
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

/** A vanished store has lost all of its connections: the next try opens a new one. */
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
