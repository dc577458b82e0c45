import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { sourcesOf } from './service-sources.ts';

/** Tables that packages and the runner own: no service's schema has them. */
const SHARED_TABLES = [
  ...['request_ids', 'outbox', 'inbox', 'dead_letters', 'copies', 'copy_unconfirmed'],
  ...['search_documents', 'search_words', 'search_deletions', 'search_stale'],
  ...['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'ledger_balances', 'ledger_changes'],
  ...['orders', 'order_refunds', 'payment_events', 'test_payments', 'test_refunds', 'test_webhooks'],
  ...['test_methods', 'test_setups', 'test_attempts'],
  ...[
    'payout_accounts',
    'payouts',
    'test_payout_accounts',
    'test_payouts',
    'payment_differences',
    'payment_comparisons',
  ],
];

const CHAR = 18;
const BPCHAR = 1042;

/** Reads the catalogue's one-byte type "char", which the adapter does not know, and says which columns had it. */
class CatalogPool extends pg.Pool {
  readonly charColumns = new Map<string, number[]>();

  override query: pg.Pool['query'] = (async (config: pg.QueryConfig, ...rest: unknown[]) => {
    const result = (await Reflect.apply(pg.Pool.prototype.query, this, [config, ...rest])) as pg.QueryResult;
    const columns: number[] = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = BPCHAR;
      columns.push(index);
    }
    this.charColumns.set(config.text, columns);
    return result;
  }) as pg.Pool['query'];
}

class CatalogAdapter extends PrismaPg {
  readonly #pool: CatalogPool;

  constructor(pool: CatalogPool) {
    super(pool);
    this.#pool = pool;
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of this.#pool.charColumns.get(query.sql) ?? []) {
        result.columnTypes[index] = ColumnTypeEnum.Character;
      }
      return result;
    };
    return adapter;
  }
}

type Instantiate = (
  bytes: Uint8Array,
  imports: object,
) => Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;

// Typed here: the types of Node leave it to those of the browser, which this code must not see.
const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: { instantiate: Instantiate } };

let loaded: Promise<void> | undefined;

/** The engine's own loader imports WebAssembly as a module, which neither Node nor jest does by itself. */
function load(): Promise<void> {
  loaded ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await webAssembly.instantiate(bytes, { './schema_engine_bg.js': engine });
    engine.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
  })();
  return loaded;
}

/** The SQL that would bring the database to what the Prisma schema says; '' when they agree. */
export async function schemaDiff(options: { url: string; service: string; schema: string }): Promise<string> {
  await load();
  const pool = new CatalogPool({ connectionString: options.url, max: 2 });
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new CatalogAdapter(pool));
    const files = [{ path: 'schema.prisma', content: options.schema }];
    const schemaEngine = await engine.SchemaEngine.new(
      { datamodels: [['schema.prisma', options.schema]] },
      () => {},
      factory,
    );
    const applied = sourcesOf(options.service).map(({ name }) => `migrations_${name}`);
    const { stdout } = await schemaEngine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: {
        externalTables: [...SHARED_TABLES, ...applied].map((table) => `public.${table}`),
        externalEnums: [],
      },
    });
    schemaEngine.free();
    return withoutWhatPrismaCannotSay(stdout ?? '', await indexesOutsidePrisma(pool));
  } finally {
    await pool.end();
  }
}

/** Partial indexes and those over expressions exist in SQL only. */
async function indexesOutsidePrisma(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indpred IS NOT NULL OR indexprs IS NOT NULL`,
  );
  return new Set(rows.map(({ name }) => name.replaceAll('"', '')));
}

function withoutWhatPrismaCannotSay(script: string, indexes: ReadonlySet<string>): string {
  const steps = script.split(/\n(?=-- )/).map((step) => step.trim());
  const left = steps.filter((step) => {
    if (step === '' || step === '-- This is an empty migration.') return false;
    const name = /^-- (?:DropIndex\nDROP|CreateIndex\nCREATE(?: UNIQUE)?) INDEX "([^"]+)"/.exec(step)?.[1];
    return name === undefined || !indexes.has(name);
  });
  return left.join('\n\n');
}
