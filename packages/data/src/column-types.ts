import pg from 'pg';

const { builtins } = pg.types;

/** Rows read the way Prisma types them: int8 is a bigint, a date is midnight UTC. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return (value: string) => BigInt(value);
      if (oid === builtins.DATE) return (value: string) => new Date(`${value}T00:00:00.000Z`);
    }
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};
