/** A column's name as code spells it: `created_at` is `createdAt`. A name without an underscore stays as it is. */
export function fieldOf(column: string): string {
  let field = fields.get(column);
  if (field === undefined) {
    field = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (fields.size < NAMES_MAX) fields.set(column, field);
  }
  return field;
}

/** Names of fields that SQL reads as words of its own. */
const RESERVED = new Set(['union']);

/** The column of a field as SQL spells it: `createdAt` is `created_at`, and `union` is `"union"`. */
export function columnOf(field: string): string {
  if (RESERVED.has(field)) return `"${field}"`;
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The columns of fields for a SELECT or RETURNING: `f.film_title, f.log_line`, without an alias `film_title, log_line`.
 * Unlike `*` they stay the same when a migration adds a column, so that prepared statements stay valid.
 */
export function columnsOf(fields: readonly string[], alias = ''): string {
  const prefix = alias === '' ? '' : `${alias}.`;
  return fields.map((field) => `${prefix}${columnOf(field)}`).join(', ');
}

// Column names are written in code, so there are few; aliases that a query makes by itself must not add up.
const NAMES_MAX = 5_000;
const fields = new Map<string, string>();

type Clause = { text: string; values: unknown[] };

type ClauseOptions = {
  /** Fields of JSON columns, whose values are sent as JSON text. */
  json?: ReadonlySet<string>;
};

/**
 * `film_title = $2, log_line = $3` and its values, for an UPDATE. Undefined fields are left out. Field names come from
 * a type in code, never from outside.
 *
 * @param first the number of the first parameter
 */
export function setClause(changes: object, first: number, { json }: ClauseOptions = {}): Clause {
  const given = entriesOf(changes);
  return {
    text: given.map(([field], index) => `${columnOf(field)} = $${first + index}`).join(', '),
    values: given.map((entry) => valueFor(entry, json)),
  };
}

/** `(film_title, log_line) VALUES ($1, $2)` and its values, for an INSERT. As `setClause` in all else. */
export function insertClause(row: object, { json }: ClauseOptions = {}): Clause {
  const given = entriesOf(row);
  const columns = given.map(([field]) => columnOf(field));
  const parameters = given.map((_, index) => `$${index + 1}`);
  return {
    text: `(${columns.join(', ')}) VALUES (${parameters.join(', ')})`,
    values: given.map((entry) => valueFor(entry, json)),
  };
}

function entriesOf(row: object): [string, unknown][] {
  return Object.entries(row).filter(([, value]) => value !== undefined);
}

function valueFor([field, value]: [string, unknown], json: ReadonlySet<string> | undefined): unknown {
  return json?.has(field) && value !== null ? JSON.stringify(value) : value;
}
