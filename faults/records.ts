/** What a viewer does, as far as the faults tell it apart: each has its own time without service. */
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
] as const;
export type Kind = (typeof KINDS)[number];

/** One request of a client, and what came of it. Times are milliseconds of one clock. */
export type Exchange = {
  client: string;
  kind: Kind;
  what: string;
  sentAt: number;
  endedAt: number;
  /** 0 when no answer came. */
  status: number;
  /** Since when the connection stood on which no answer came. */
  connectedAt?: number;
  /** Connect's code, or the reason of a refusal. */
  code: string;
  /** What the viewer would read. */
  message: string;
  /** What was wrong with an answer that claimed success. */
  lie?: string;
};

export type Records = {
  exchanges: Exchange[];
  /** What a client found that is no matter of one request. */
  problems: string[];
};

export const newRecords = (): Records => ({ exchanges: [], problems: [] });

export const succeeded = ({ status, lie }: Exchange) => status >= 200 && status < 300 && !lie;
