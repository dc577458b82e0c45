/** The kinds of refusal that a use case may give; each maps to one gRPC code. */
export type ErrorKind =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'CONFLICT'
  | 'FAILED_PRECONDITION'
  | 'EXHAUSTED'
  | 'TOO_LARGE'
  | 'UNAVAILABLE'
  | 'DEADLINE';

export type FieldViolation = {
  /** Path in the request, in lowerCamelCase, such as `firstName` or `genres.0`. */
  field: string;
  message: string;
};

/** What a message with places is made of, so that it can be worded in other languages. */
export type Wording = {
  /** In English, in the message format of ICU. */
  text: string;
  /** By place; `day` and `moment` are times of RFC 3339. */
  values: Record<string, string>;
};

export type DomainErrorInit = {
  kind: ErrorKind;
  /** Stable and machine-readable, such as `FILM_NOT_FOUND`. */
  reason: string;
  /** The text for the viewer. */
  message: string;
  fields?: FieldViolation[] | undefined;
  metadata?: Record<string, string> | undefined;
  /** Of a message with places. */
  wording?: Wording | undefined;
  /** For the log only; never leaves the process. */
  cause?: unknown;
};

/** A refusal of the product. Its message is what the viewer reads, word for word. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly fields: FieldViolation[];
  readonly metadata: Record<string, string>;
  readonly wording: Wording | undefined;

  constructor(init: DomainErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'DomainError';
    this.kind = init.kind;
    this.reason = init.reason;
    this.fields = init.fields ?? [];
    this.metadata = init.metadata ?? {};
    this.wording = init.wording;
  }
}

/** The text where no rule gives a better one. */
export const CHECK_INPUT = 'Please check what you entered.';

/** Input that breaks a rule; the first field's message is also the whole's. Reason INVALID_INPUT. */
export function invalid(fields: FieldViolation[]): DomainError {
  return new DomainError({
    kind: 'INVALID',
    reason: 'INVALID_INPUT',
    message: fields[0]?.message ?? CHECK_INPUT,
    fields,
  });
}

/** The refusal of a call that needs a signed-in viewer. */
export function signInNeeded(): DomainError {
  return new DomainError({ kind: 'UNAUTHENTICATED', reason: 'SIGN_IN_NEEDED', message: 'Please sign in to continue.' });
}

/** The refusal of a call that this viewer has no right to. */
export function forbidden(reason = 'FORBIDDEN', message = 'You do not have access to this.'): DomainError {
  return new DomainError({ kind: 'FORBIDDEN', reason, message });
}
