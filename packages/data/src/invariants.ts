import type { Query } from './database.ts';

/** What must hold of a service's rows, by the latest when nothing is under way any more. */
export type Invariant = {
  name: string;
  /** The thing that it is about: 'film', 'event'. */
  of: string;
  /** One line for each violation; an empty list when it holds. */
  check(query: Query): Promise<string[]>;
};

/** What a service stores of each thing of one kind, by the thing's id. */
export type Facts = (query: Query) => Promise<Map<string, string>>;

/** What a service exports as `./invariants`, so that its rows can be judged without knowledge of its tables. */
export type ServiceInvariants = {
  invariants: readonly Invariant[];
  /** Facts that this service decides and others keep copies of, by the name that both sides use. */
  owns: Readonly<Record<string, Facts>>;
  /** Copies of what other services own. At rest a copy equals what its owner has. */
  copies: Readonly<Record<string, Facts>>;
};

/** An invariant that one statement checks: it selects `violation`, a text, for each row that breaks it. */
export function invariant(of: string, name: string, sql: string): Invariant {
  return {
    of,
    name,
    check: async (query) => (await query<{ violation: string }>(sql)).map(({ violation }) => violation),
  };
}

/** Facts that one statement selects as `id` and `value`. */
export function facts(sql: string): Facts {
  return async (query) => {
    const rows = await query<{ id: string; value: string }>(sql);
    return new Map(rows.map(({ id, value }) => [id, value]));
  };
}
