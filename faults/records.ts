/** Kinds of requests. Downtime is measured for each. */
export const KINDS = [
  'page',
  'sign in',
  'session',
  'playback',
  'heartbeat',
  'segment',
  'review',
  'edit',
  'publish',
  'upload',
  'purchase',
  'film order',
  'vote',
  'scan',
] as const;
export type Kind = (typeof KINDS)[number];

/** One request of a client and its result. Times are those of performance.now(). */
export type Exchange = {
  client: string;
  kind: Kind;
  what: string;
  sentAt: number;
  endedAt: number;
  /** 0 without an answer. */
  status: number;
  /** When the connection was made, for a request without an answer. */
  connectedAt?: number;
  /** Connect's code, or the reason of a refusal. */
  code: string;
  /** The text that the viewer would read. */
  message: string;
  /** What is wrong with an answer that claims success. */
  flaw?: string;
};

export type Records = {
  exchanges: Exchange[];
  /** Problems that are not about one request. */
  problems: string[];
};

export const newRecords = (): Records => ({ exchanges: [], problems: [] });

export const succeeded = ({ status, flaw }: Exchange) => status >= 200 && status < 300 && !flaw;
